// Public keys of clients as the JSON API takes and shows them: the same for service users and applications.
import { ApiProperty } from '@nestjs/swagger';
import { DomainError } from '../../common/primitives/domain-error.js';
import { AnyObject, Text } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import type { Settings } from '../../common/settings/settings.js';
import { TOKEN_ENDPOINT } from '../../oidc/protocol/endpoints.js';
import type { NewClientKey } from '../../users/authentication/credentials/client-keys.service.js';
import type { ClientKey } from '../../users/authentication/credentials/client-keys.repository.js';
import { generateKey } from '../../users/authentication/credentials/generated-key.js';
import { ExpiryBody, expiryOf } from './secret.view.js';

const MAX_PEM = 10_000;

export class NewClientKeyBody extends ExpiryBody {
  @AnyObject({ description: 'public key as a JWK; without any public key, a pair is generated', optional: true })
  publicKeyJwk?: Record<string, unknown>;
  @Text(MAX_PEM, { description: 'public key as PEM (SPKI); without any public key, a pair is generated', optional: true })
  publicKeyPem?: string;
}

export class ClientKeyView {
  @ApiProperty({ description: 'the kid that assertions name' }) keyId: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) publicKeyJwk: object;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) expiresAt?: string;
}

/** What a program needs to sign in with a generated key; to be saved as a file, since the private key is shown once. */
export class KeyFileView {
  @ApiProperty({ enum: ['serviceaccount', 'application'] }) type: 'serviceaccount' | 'application';
  @ApiProperty({ description: 'kid of its assertions' }) keyId: string;
  @ApiProperty({ description: 'private key as PEM (PKCS #8), for RS256' }) key: string;
  @ApiProperty({ required: false, description: 'iss and sub of its assertions, of a service user' }) userId?: string;
  @ApiProperty({ required: false, description: 'of an application' }) appId?: string;
  @ApiProperty({ description: 'iss and sub of its assertions, of an application; a service user may use it, too' }) clientId: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) expiresAt?: string;
  @ApiProperty({ description: 'aud of its assertions' }) issuer: string;
  @ApiProperty() tokenEndpoint: string;
}

export class NewClientKeyView extends ClientKeyView {
  @ApiProperty({ type: () => KeyFileView, required: false, description: 'shown once; absent when the public key was sent' })
  keyFile?: KeyFileView;
}

/** A key to be registered; `privateKey` as PEM when it was generated because the body names none. @throws DomainError `invalid` for two keys */
export async function newKeyOf(body: NewClientKeyBody): Promise<{ key: NewClientKey; privateKey?: string }> {
  const { publicKeyJwk, publicKeyPem } = body;
  const expiresUs = expiryOf(body);
  if (publicKeyJwk !== undefined && publicKeyPem !== undefined)
    throw new DomainError(
      'invalid',
      'clientKey.form',
      'Send one of publicKeyJwk and publicKeyPem, or neither to have a key generated.',
      'publicKeyJwk',
    );
  const given = publicKeyJwk ?? publicKeyPem;
  if (given !== undefined) return { key: { publicKey: given, expiresUs } };
  const { publicKey, privateKey } = await generateKey();
  return { key: { publicKey, expiresUs }, privateKey };
}

/** A new key, with its key file when its private key was generated. */
export function newKeyView(
  key: ClientKey,
  privateKey: string | undefined,
  owner: Pick<KeyFileView, 'type' | 'userId' | 'appId' | 'clientId'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): NewClientKeyView {
  const view = keyView(key);
  if (privateKey === undefined) return view;
  const { type, ...ids } = owner;
  const expiry = view.expiresAt === undefined ? {} : { expiresAt: view.expiresAt };
  const keyFile = { type, keyId: key.id, key: privateKey, ...ids, ...expiry, issuer: publicUrl, tokenEndpoint: publicUrl + TOKEN_ENDPOINT };
  return { ...view, keyFile };
}

export function keyView({ id, jwk, createdUs, expiresUs }: ClientKey): ClientKeyView {
  return {
    keyId: id,
    publicKeyJwk: jwk,
    createdAt: isoInstant(createdUs),
    ...(expiresUs === null ? {} : { expiresAt: isoInstant(expiresUs) }),
  };
}
