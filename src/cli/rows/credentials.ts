// Client secrets and public keys: the same commands for applications and service users.
import { CREDENTIALS, removal, row, type Row } from './row.js';

/** @param subject the words before `secrets` and `keys` @param whose owner, for the help @param id in the examples */
export function credentialRows(subject: string, whose: string, path: string, id: string): Row[] {
  const [secrets, keys] = [`${subject} secrets`, `${subject} keys`];
  const [secret, key] = [`${path}/secrets/{secretId}`, `${path}/keys/{keyId}`];
  const one = `${id} 268351204312072193`;
  return [
    row(`${secrets} list`, `Lists the secrets of ${whose}, without their values`, `GET ${path}/secrets`, id, {
      list: 'secrets',
      columns: ['secretId', 'createdAt', 'expiresAt'],
      query: CREDENTIALS,
    }),
    row(`${secrets} get`, 'Shows one secret, without its value', `GET ${secret}`, one),
    row(`${secrets} create`, 'Adds a secret and prints it once; other secrets keep working', `POST ${path}/secrets`, id, {
      body: ['expiresAt'],
    }),
    row(`${secrets} update`, 'Sets the time at which a secret expires', `PUT ${secret}`, `${one} --expires-at 2030-01-01T00:00:00Z`, {
      body: ['expiresAt'],
    }),
    removal(`${secrets} delete`, 'Removes a secret', secret, one),
    row(`${keys} list`, `Lists the public keys of ${whose}`, `GET ${path}/keys`, id, {
      list: 'keys',
      columns: ['keyId', 'createdAt', 'expiresAt'],
      query: CREDENTIALS,
    }),
    row(`${keys} get`, 'Shows one public key', `GET ${key}`, one),
    row(
      `${keys} create`,
      'Adds a public key; without one, creates a key pair and prints the key file once',
      `POST ${path}/keys`,
      [`${id} --public-key "$(cat key.pub.pem)"`, `${id} --json > key.json`],
      { body: ['publicKeyPem --public-key', 'expiresAt'] },
    ),
    removal(`${keys} delete`, 'Removes a public key', key, one),
  ];
}
