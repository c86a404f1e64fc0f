import type { VNode } from 'preact';
import { imageAddress } from './branded-look.js';
import { Face } from './page.view.js';

/** The logo of an application, or the first letter of its name. @param logo its digest */
export function ApplicationFace({ name, logo }: { name: string; logo: string | undefined }): VNode {
  return logo === undefined ? <Face name={name} /> : <img src={imageAddress(logo)} alt="" class="face emblem" />;
}
