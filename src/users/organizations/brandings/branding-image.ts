// Images that organizations upload.
import { drawUpload, namedByContent, type CheckedImage } from './uploaded-picture.js';

/** The slot of an image, and the box it has to fit, in pixels. */
export const IMAGE_SLOTS = {
  logoLight: { width: 640, height: 192 },
  logoDark: { width: 640, height: 192 },
  favicon: { width: 96, height: 96 },
} as const;
export type ImageSlot = keyof typeof IMAGE_SLOTS;

/**
 * Re-encodes an upload as PNG that fits the slot.
 * @param base64 PNG, JPEG, WebP or SVG
 * @param owner whose turn it is, in a queue that organizations share
 * @throws DomainError `invalid`, or `busy` when too many wait
 */
export async function checkImage(slot: ImageSlot, base64: string, owner: string): Promise<CheckedImage> {
  return namedByContent(await drawUpload(Buffer.from(base64, 'base64'), IMAGE_SLOTS[slot], [owner], 'branding.image'));
}
