// Reads LogoutRequests and LogoutResponses, by a redirect or by a form. Both must be signed (SAML Profiles section 4.4.3.1).
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import {
  attributeOf,
  childrenNamed,
  decodeXml,
  isNamed,
  MAX_XML_BYTES,
  parseXml,
  textOf,
  XmlError,
} from '../../../common/xml/bounded-xml.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { shown } from '../provider-http.service.js';
import { UpstreamError, type BrowserMessage } from '../upstream.js';
import { providerKeys } from './provider-keys.js';
import { ASSERTION, PROTOCOL } from './saml-names.js';
import { decodedMessage } from './saml-response.js';
import { isSignedBy } from './signature-algorithms.js';
import { signedElements, UnknownKeyError } from './signed-elements.js';
import { timeFault, timeOf } from './times.js';

export type LogoutMessageName = 'LogoutRequest' | 'LogoutResponse';

/** The parameter of each. */
const PARAMETERS = { LogoutRequest: 'SAMLRequest', LogoutResponse: 'SAMLResponse' } as const;

/** An older message is refused: most name no end themselves, and one from before the person signed in again must not count. */
const MAX_AGE_MS = 300_000;

export const refusedMessage = (name: LogoutMessageName, sentence: string): UpstreamError =>
  new UpstreamError('invalid', `The ${name} of the provider is refused. ${sentence}`);

interface SignedLogout {
  root: Element;
  relayState?: string | undefined;
}

/** What a signature of the provider covers. @throws UpstreamError, XmlError */
export function readSigned(name: LogoutMessageName, message: BrowserMessage, connection: SamlConnection): Promise<SignedLogout> {
  const keys = providerKeys(connection);
  return 'query' in message ? ofQuery(name, message.query, keys) : ofForm(name, message.form, keys);
}

/** Whether it is for this service, of this provider, and of the last minutes. @throws UpstreamError */
export function assertMeant(
  name: LogoutMessageName,
  root: Element,
  { entityId, clockSkewSeconds }: SamlConnection,
  ownUrl: string,
  nowMs: number,
): void {
  const refused = (sentence: string) => refusedMessage(name, sentence);
  if (!isNamed(root, PROTOCOL, name) || attributeOf(root, 'Version') !== '2.0') throw refused(`It is not a ${name} of SAML 2.0.`);
  const [issuer, ...others] = childrenNamed(root, ASSERTION, 'Issuer').map(textOf);
  if (issuer !== entityId || others.length > 0) throw refused(`Its issuer is ${shown(issuer)}; expected is ${shown(entityId)}.`);
  const destination = attributeOf(root, 'Destination');
  if (destination !== ownUrl) throw refused(`Its Destination is ${shown(destination)}; expected is ${shown(ownUrl)}.`);
  const clocks = { nowMs, skewMs: clockSkewSeconds * 1000 };
  const fault = timeFault(root, clocks);
  if (fault) throw refused(fault);
  const age = clocks.nowMs - (timeOf(root, 'IssueInstant') ?? 0);
  if (age > MAX_AGE_MS + clocks.skewMs || age < -clocks.skewMs) throw refused('Its IssueInstant is not of the last minutes.');
}

/** SAML Bindings section 3.5. */
async function ofForm(name: LogoutMessageName, form: URLSearchParams, keys: readonly KeyObject[]): Promise<SignedLogout> {
  const parameter = PARAMETERS[name];
  const [encoded, ...others] = form.getAll(parameter);
  if (!encoded || others.length > 0) throw refusedMessage(name, `There is no ${parameter}, or several.`);
  const root = await decodedMessage(encoded);
  const covered = signedElements(root, [root], keys).get(root);
  if (covered === undefined) throw refusedMessage(name, 'It is not signed.');
  return { root: await parseXml(covered, { comments: false }), relayState: form.get('RelayState') ?? undefined };
}

/** SAML Bindings section 3.4.4.1: the signature covers these parameters as they were encoded, in this order. */
async function ofQuery(name: LogoutMessageName, query: string, keys: readonly KeyObject[]): Promise<SignedLogout> {
  const names = [PARAMETERS[name], 'RelayState', 'SigAlg'];
  const sent = [...names, 'Signature'].map((one) => query.split('&').filter((part) => part.startsWith(`${one}=`)));
  if (sent.some((parts) => parts.length > 1)) throw refusedMessage(name, 'One of its parameters is there twice.');
  const signedText = sent.slice(0, names.length).flat().join('&');
  const values = new URLSearchParams(sent.flat().join('&'));
  const [encoded, algorithm, signature] = [PARAMETERS[name], 'SigAlg', 'Signature'].map((one) => values.get(one) ?? '');
  if (!encoded || !algorithm || !signature) throw refusedMessage(name, 'It is not signed.');
  if (!keys.some((key) => isSignedBy(key, algorithm, signedText, signature))) throw new UnknownKeyError();
  const text = decodeXml(await inflated(Buffer.from(encoded, 'base64')));
  return { root: await parseXml(text, { comments: false }), relayState: values.get('RelayState') ?? undefined };
}

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(inflateRaw)(bytes, { maxOutputLength: MAX_XML_BYTES });
  } catch (error) {
    throw new XmlError(`it can't be inflated to at most ${MAX_XML_BYTES} bytes`, { cause: error });
  }
}
