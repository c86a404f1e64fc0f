// Logos of applications and identity providers. Their names stand beside them, so the pictures have no text of their own.
import type { VNode } from 'preact';
import { imageAddress } from './branded-look.js';
import { Face } from './page.view.js';

/** The logo of an application or an identity provider, or the first letter of its name. @param logo its digest */
export function Emblem({ name, logo }: { name: string; logo: string | undefined }): VNode {
  return logo === undefined ? <Face name={name} /> : <img src={imageAddress(logo)} alt="" class="face emblem" />;
}

/** The logo of an identity provider at the beginning of its button, as large as an icon. @param logo its digest */
export function ButtonLogo({ logo }: { logo: string | undefined }): VNode | null {
  return logo === undefined ? null : <img src={imageAddress(logo)} alt="" class="icon emblem" />;
}
