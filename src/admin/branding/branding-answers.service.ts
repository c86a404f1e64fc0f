// What the two addresses of a branding share: the view, the slots of pictures, and the address of a preview.
import { Inject, Injectable } from '@nestjs/common';
import { isoInstant } from '../../common/http/instants.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { imageAddress, PREVIEW_PATH } from '../../oidc/pages/layout/branded-look.js';
import { IMAGE_SLOTS, type ImageSlot } from '../../users/organizations/brandings/branding-image.js';
import { Brandings, type Branding } from '../../users/organizations/brandings/brandings.service.js';
import { brandingView, type BrandingPreviewView, type BrandingView } from './branding.body.js';

/** Names of the slots, in the document. */
export const SLOTS = Object.keys(IMAGE_SLOTS);

@Injectable()
export class BrandingAnswers {
  constructor(
    private readonly brandings: Brandings,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Bound, because entity tags are compared with what it shows. */
  readonly view = (branding: Branding): BrandingView =>
    brandingView(branding, (digest) => `${this.settings.publicUrl}${imageAddress(digest)}`);

  /** @throws DomainError `notFound` */
  slot(name: string): ImageSlot {
    if (SLOTS.includes(name)) return name as ImageSlot;
    throw new DomainError('notFound', 'branding.slot', `There is no such picture. The pictures are: ${SLOTS.join(', ')}.`);
  }

  async preview(orgNo: number): Promise<BrandingPreviewView> {
    const { ticket, endsUs } = await this.brandings.previewTicket(orgNo);
    return { url: `${this.settings.publicUrl}/${PREVIEW_PATH}/${ticket}`, expires: isoInstant(endsUs) };
  }
}
