// Reads the answer to an AuthnRequest. Only its assertion counts, read from the bytes that a signature covers; what stands around it, which
// may be unsigned, can only refuse the sign-in.
import {
  attributeOf,
  childrenNamed,
  decodeXml,
  elementsIn,
  isNamed,
  MAX_XML_BYTES,
  parseXml,
  textOf,
} from '../../../common/xml/bounded-xml.js';
import { UpstreamError, type FinishedUpstream } from '../upstream.js';
import { readAssertion, type ExpectedAssertion } from './assertion.js';
import { decrypted } from './encrypted-assertion.js';
import { providerKeys } from './provider-keys.js';
import { ASSERTION, DENIED, FAILURES, PROTOCOL, STATUS, SUCCESS } from './saml-names.js';
import { shown } from '../provider-http.service.js';
import { signedElements } from './signed-elements.js';

/** What reading a response takes beside what its assertion must fit. */
export interface ExpectedResponse extends ExpectedAssertion {
  /** PEM; absent: assertions are not encrypted. */
  decryptionKey?: string | undefined;
}

/** @param encoded the parameter `SAMLResponse` @throws UpstreamError, XmlError */
export async function readResponse(encoded: string, expected: ExpectedResponse): Promise<FinishedUpstream> {
  const root = await decodedMessage(encoded);
  assertAnswer(root, expected);
  const assertion = onlyAssertion(root);
  const keys = providerKeys(expected.connection);
  const signed = signedElements(root, isEncrypted(assertion) ? [root] : [root, assertion], keys);
  const own = signed.get(assertion);
  if (own !== undefined) return readAssertion(await parseXml(own, { comments: false }), expected);
  const whole = signed.get(root);
  const covered = whole === undefined ? undefined : onlyAssertion(await parseXml(whole, { comments: false }));
  if (isEncrypted(assertion)) return readAssertion(await opened(covered ?? assertion, covered !== undefined, expected), expected);
  if (covered === undefined) throw unsigned();
  return readAssertion(covered, expected);
}

/** The content of an encrypted assertion. Anybody can encrypt, so it is signed inside, or the response is signed around it. */
async function opened(
  encrypted: Element,
  isCovered: boolean,
  { decryptionKey, connection }: Pick<ExpectedResponse, 'decryptionKey' | 'connection'>,
): Promise<Element> {
  if (decryptionKey === undefined)
    throw new UpstreamError(
      'misconfigured',
      'The provider encrypts its assertions, and this one has no key here to decrypt them. Make it with `renewKeys`, or turn the encryption off there.',
    );
  const root = await parseXml(decodeXml(decrypted(encrypted, decryptionKey)), { comments: false });
  if (isEncrypted(root) || assertionsIn(root)[0] !== root || assertionsIn(root).length > 1)
    throw refused('What it has encrypted is not one assertion.');
  const own = signedElements(root, [root], providerKeys(connection)).get(root);
  if (own !== undefined) return parseXml(own, { comments: false });
  if (!isCovered) throw unsigned();
  return root;
}

/** Decodes the base64 of a form. @throws XmlError */
export async function decodedMessage(encoded: string): Promise<Element> {
  // Base64 has four characters for three bytes, and may have line ends.
  return parseXml(decodeXml(Buffer.from(encoded.slice(0, MAX_XML_BYTES * 2), 'base64')), { comments: false });
}

const refused = (sentence: string): UpstreamError => new UpstreamError('invalid', `The response of the provider is refused. ${sentence}`);

function assertAnswer(root: Element, { callbackUrl, requestId, connection }: ExpectedAssertion): void {
  if (!isNamed(root, PROTOCOL, 'Response') || attributeOf(root, 'Version') !== '2.0') throw refused('It is not a Response of SAML 2.0.');
  const answered = attributeOf(root, 'InResponseTo');
  if (answered === undefined) throw refused('It has no InResponseTo: sign-ins that the provider starts are not accepted.');
  if (answered !== requestId) throw refused('It answers another request: its InResponseTo is not the id of the request of this sign-in.');
  const destination = attributeOf(root, 'Destination');
  if (destination !== undefined && destination !== callbackUrl)
    throw refused(`Its Destination is ${shown(destination)}; expected is ${shown(callbackUrl)}.`);
  for (const issuer of childrenNamed(root, ASSERTION, 'Issuer').map(textOf))
    if (issuer !== connection.entityId) throw refused(`Its issuer is ${shown(issuer)}; expected is ${shown(connection.entityId)}.`);
  assertSuccess(root);
}

/**
 * A second code is inside the first one; the more exact one says why. Of a message without a signature, which anybody may have written, only
 * known codes are repeated.
 */
function assertSuccess(root: Element): void {
  const [status] = childrenNamed(root, PROTOCOL, 'Status');
  const parts = status ? elementsIn(status) : [];
  const codes = parts.filter((part) => isNamed(part, PROTOCOL, 'StatusCode')).map((part) => attributeOf(part, 'Value') ?? '');
  if (codes[0] === SUCCESS) return;
  const said = FAILURES.filter((name) => codes.includes(STATUS + name)).join(', ');
  const isDenied = codes.some((code) => DENIED.includes(code));
  throw new UpstreamError(
    isDenied ? 'denied' : 'invalid',
    `The provider did not sign the person in: ${said || 'it sent no known status'}.`,
  );
}

const isEncrypted = (element: Element): boolean => isNamed(element, ASSERTION, 'EncryptedAssertion');

const assertionsIn = (root: Element): Element[] =>
  elementsIn(root).filter((element) => isNamed(element, ASSERTION, 'Assertion') || isEncrypted(element));

/** The one assertion of the message, encrypted or not, wherever one stands. */
function onlyAssertion(root: Element): Element {
  const [assertion, ...others] = assertionsIn(root);
  if (!assertion || others.length > 0 || assertion.parentNode !== root) throw refused('It has not exactly one assertion.');
  return assertion;
}

const unsigned = (): UpstreamError => refused('Neither it nor its assertion is signed.');
