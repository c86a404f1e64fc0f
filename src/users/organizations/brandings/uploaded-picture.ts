// Pictures that people and administrators upload: checked by their content and drawn anew, so that only pixels are stored and served.
import { createHash } from 'node:crypto';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { drawPicture, type Box } from './draw-process.js';

const MAX_PICTURE_BYTES = 524_288;

/** A picture in stored form. */
export interface CheckedImage {
  digest: string;
  /** PNG. */
  content: Buffer;
}

/**
 * Re-encodes an upload as PNG that fits the box.
 * @param upload PNG, JPEG, WebP or SVG
 * @param owners as {@link drawPicture} has them
 * @param code of a refusal
 * @throws DomainError `invalid`, or `busy` when too many wait
 */
export async function drawUpload(
  upload: Buffer,
  box: Box,
  owners: readonly string[],
  code: 'application.logo' | 'branding.image' | 'identityProvider.logo' | 'person.picture',
): Promise<Buffer> {
  const refusal = (sentence: string) => new DomainError('invalid', code, `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`, 'content');
  if (upload.length === 0 || upload.length > MAX_PICTURE_BYTES) throw refusal(`a picture has 1 to ${MAX_PICTURE_BYTES} bytes`);
  const content = await drawPicture(upload, box, owners);
  if ('refused' in content) throw refusal(content.refused);
  return content;
}

/** Names a picture by its content, so that its address never gets another one. */
export function namedByContent(content: Buffer): CheckedImage {
  return { digest: createHash('sha256').update(content).digest('base64url'), content };
}
