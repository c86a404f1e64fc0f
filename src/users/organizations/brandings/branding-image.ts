// Images that organizations upload: checked by their content and re-encoded, so that only pixels are stored and served.
import { createHash } from 'node:crypto';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { drawPicture } from './draw-process.js';

/** The slot of an image, and the box it has to fit, in pixels. */
export const IMAGE_SLOTS = {
  logoLight: { width: 640, height: 192 },
  logoDark: { width: 640, height: 192 },
  favicon: { width: 96, height: 96 },
} as const;
export type ImageSlot = keyof typeof IMAGE_SLOTS;

const MAX_BYTES = 524_288;

/** An image in stored form. */
export interface CheckedImage {
  digest: string;
  content: Buffer;
}

/**
 * Re-encodes an upload as PNG that fits the slot.
 * @param base64 PNG, JPEG, WebP or SVG
 * @param owner whose turn it is, in a queue that organizations share
 * @throws DomainError `invalid`, or `busy` when too many wait
 */
export async function checkImage(slot: ImageSlot, base64: string, owner: string): Promise<CheckedImage> {
  const upload = Buffer.from(base64, 'base64');
  if (upload.length === 0 || upload.length > MAX_BYTES) throw refusal(`a picture has 1 to ${MAX_BYTES} bytes`);
  const content = await drawPicture(upload, IMAGE_SLOTS[slot], [owner]);
  if ('refused' in content) throw refusal(content.refused);
  return { digest: createHash('sha256').update(content).digest('base64url'), content };
}

function refusal(sentence: string): DomainError {
  return new DomainError('invalid', 'branding.image', `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`, 'content');
}
