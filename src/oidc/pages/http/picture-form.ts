// The form that uploads a picture: the only one of the pages that is multipart (RFC 7578), because only such forms carry files without a script.
import { raw, type NextFunction, type Request, type Response } from 'express';
import { BODY_BYTES } from '../../../common/admission/request-bounds.js';

const MULTIPART = 'multipart/form-data';
const readBody = raw({ type: MULTIPART, limit: BODY_BYTES.pictureForm });

/** Reads the body; a body that is too large or cut short counts as empty. */
export function pictureForm(request: Request, response: Response, next: NextFunction): void {
  readBody(request, response, (error?: unknown) => {
    if (error !== undefined) request.body = undefined;
    next();
  });
}

/** The file of a field; empty if there is none. Node's own parser of answers reads the form. */
export async function uploadedFile({ body, headers }: Pick<Request, 'body' | 'headers'>, field: string): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) return Buffer.alloc(0);
  const answer = new globalThis.Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? MULTIPART } });
  const file = await answer.formData().then(
    (form) => form.get(field),
    () => null,
  );
  return file === null || typeof file === 'string' ? Buffer.alloc(0) : Buffer.from(await file.arrayBuffer());
}
