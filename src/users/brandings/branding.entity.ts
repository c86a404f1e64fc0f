import { Entity } from 'typeorm';
import { BigIntKey, LongTextColumn, TextKey } from '../../common/database/columns.js';

/** How the pages of an organization (0: of the service) are to look once that is published. */
@Entity('branding_drafts')
export class BrandingDraftRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @LongTextColumn() body: string;
}

/** A picture that a draft or what is published names: PNG in base64. */
@Entity('branding_images')
export class BrandingImageRow {
  @TextKey(43) digest: string;
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @LongTextColumn() content: string;
}
