// Pictures that an import brings: the branding of an organization, and logos of applications and identity providers. All are drawn anew, like uploads.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { ApplicationLogos } from '../../../oidc/clients/management/application-logos.service.js';
import { ProviderLogos } from '../../../users/authentication/identity-providers/provider-logos.service.js';
import { checkImage } from '../../../users/organizations/brandings/branding-image.js';
import { Brandings } from '../../../users/organizations/brandings/brandings.service.js';
import type { CheckedImage } from '../../../users/organizations/brandings/uploaded-picture.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { imageOf, lookOf, pictureAt } from '../records/branding-record.js';
import { idAt } from '../records/entry-members.js';
import type { Members } from '../records/import-record.js';

@Injectable()
export class ImportedPictures {
  constructor(
    private readonly brandings: Brandings,
    private readonly logos: ApplicationLogos,
    private readonly providerLogos: ProviderLogos,
  ) {}

  /** Draws an image of the branding, ahead of the unit of work. @throws DomainError `invalid`, or `busy` when too many wait */
  drawImage({ no }: Organization, entry: Members): Promise<CheckedImage> {
    const { slot, content } = imageOf(entry);
    return checkImage(slot, content, String(no));
  }

  /** Does the same for the logo of an application. @throws DomainError `invalid`, or `busy` when too many wait */
  drawLogo({ no }: Organization, entry: Members): Promise<Buffer> {
    return this.logos.draw(Buffer.from(pictureAt(entry), 'base64'), { orgNo: no });
  }

  /** Does the same for the logo of an identity provider. @throws DomainError `invalid`, or `busy` when too many wait */
  drawProviderLogo(organization: Organization, entry: Members): Promise<Buffer> {
    return this.providerLogos.draw(Buffer.from(pictureAt(entry), 'base64'), organization);
  }

  /** Replaces the published branding with that of the entry. @throws DomainError `invalid` */
  async setLook(tx: Transaction, { no }: Organization, entry: Members, editor: string): Promise<void> {
    await this.brandings.replaceIn(tx, no, lookOf(entry), editor);
  }

  /** @param image from {@link drawImage} */
  async setImage(tx: Transaction, { no }: Organization, entry: Members, editor: string, image: CheckedImage): Promise<void> {
    await this.brandings.publishImageIn(tx, no, imageOf(entry).slot, image, editor);
  }

  /** @param logo from {@link drawLogo} @throws DomainError `notFound` */
  async setLogo(tx: Transaction, { no: orgNo }: Organization, entry: Members, editor: string, logo: Buffer): Promise<void> {
    const [projectId, id] = [idAt(entry, 'projectId'), idAt(entry, 'appId')];
    await this.logos.setIn(tx, { orgNo, projectId, id }, logo, editor);
  }

  /** @param logo from {@link drawProviderLogo} @throws DomainError `notFound` */
  async setProviderLogo(tx: Transaction, organization: Organization, entry: Members, editor: string, logo: Buffer): Promise<void> {
    await this.providerLogos.setIn(tx, organization, idAt(entry, 'identityProviderId'), logo, editor);
  }
}
