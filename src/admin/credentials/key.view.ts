// Public keys of clients as the JSON API takes and shows them: the same for service users and applications.
import { ApiProperty } from '@nestjs/swagger';
import { DomainError } from '../../common/primitives/domain-error.js';
import { AnyObject, Text } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import type { ClientKey, NewClientKey } from '../../users/credentials/client-keys.service.js';
import { ExpiryBody, expiryOf } from './secret.view.js';

const MAX_PEM = 10_000;

export class NewClientKeyBody extends ExpiryBody {
  @AnyObject({ description: 'public key as a JWK; this or publicKeyPem', optional: true }) publicKeyJwk?: Record<string, unknown>;
  @Text(MAX_PEM, { description: 'public key as PEM (SPKI); this or publicKeyJwk', optional: true }) publicKeyPem?: string;
}

export class ClientKeyView {
  @ApiProperty({ description: 'the kid that assertions name' }) keyId: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) publicKeyJwk: object;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) expiresAt?: string;
}

/** @throws DomainError `invalid` unless exactly one form of the key is present */
export function newKeyOf(body: NewClientKeyBody): NewClientKey {
  const { publicKeyJwk, publicKeyPem } = body;
  if ((publicKeyJwk === undefined) === (publicKeyPem === undefined))
    throw new DomainError('invalid', 'clientKey.form', 'Send exactly one of publicKeyJwk and publicKeyPem.', 'publicKeyJwk');
  return { publicKey: publicKeyJwk ?? publicKeyPem, expiresUs: expiryOf(body) };
}

export function keyView({ id, jwk, createdUs, expiresUs }: ClientKey): ClientKeyView {
  return {
    keyId: id,
    publicKeyJwk: jwk,
    createdAt: isoInstant(createdUs),
    ...(expiresUs === null ? {} : { expiresAt: isoInstant(expiresUs) }),
  };
}
