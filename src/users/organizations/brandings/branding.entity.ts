import { Entity } from 'typeorm';
import { BigIntKey, LongTextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** The draft look of the pages of an organization (0: of the service), until it is published. */
@Entity('branding_drafts')
export class BrandingDraftRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @LongTextColumn() body: string;
}

/** An image of a draft or a published look: PNG in base64. */
@Entity('branding_images')
export class BrandingImageRow {
  @TextKey(43) digest: string;
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @LongTextColumn() content: string;
}
