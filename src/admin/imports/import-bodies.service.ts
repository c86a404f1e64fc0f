// The body of an import request: determines its format and encoding before anything is read.
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { announcesBody, mediaType } from '../../common/admission/json-body.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { type Format, FORMATS } from './formats/body-reading.js';
import type { ImportBody } from './formats/ingest.js';

@Injectable()
export class ImportBodies {
  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {}

  /** @throws DomainError `unsupportedMedia`, or `invalid` when there is no body */
  bodyOf(request: Request, formats: readonly Format[]): ImportBody {
    const { headers } = request;
    if (!announcesBody(headers)) throw new DomainError('invalid', 'body.missing', 'The body is missing.');
    const { type, charset } = mediaType(headers['content-type']);
    const format = Object.hasOwn(FORMATS, type) ? FORMATS[type as keyof typeof FORMATS] : undefined;
    if (!format || !formats.includes(format)) {
      const known = Object.entries(FORMATS)
        .filter(([, one]) => formats.includes(one))
        .map(([name]) => name);
      throw new DomainError(
        'unsupportedMedia',
        'body.mediaType',
        `The body must be ${known.join(', ')}; say so in the Content-Type header.`,
      );
    }
    if (charset !== undefined && charset !== 'utf-8') throw new DomainError('unsupportedMedia', 'body.charset', 'The body must be UTF-8.');
    const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
    if (encoding !== 'gzip' && encoding !== 'identity')
      throw new DomainError('unsupportedMedia', 'body.encoding', 'This content encoding is not supported; send gzip or none.');
    return { stream: request, format, packed: encoding === 'gzip', maxBytes: this.settings.importMaxBytes };
  }
}
