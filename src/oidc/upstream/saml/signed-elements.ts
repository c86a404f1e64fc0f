// Verifies XML signatures and returns the bytes that they cover. Callers read these bytes, and nothing else of the message.
//
// The shape is checked first: a signature stands in the element that it signs, refers to that element alone, and no id occurs twice. Each form
// of signature wrapping (XSW 1 to 8) breaks one of these rules, whatever a library would make of it.
import type { KeyObject } from 'node:crypto';
import type { SignedXml } from 'xml-crypto';
import { attributeOf, childElements, elementsIn, isNamed } from '../../../common/xml/bounded-xml.js';
import { UpstreamError } from '../upstream.js';
import { SIGNATURE } from './saml-names.js';
import { shown } from '../provider-http.service.js';
import { CANONICAL, DIGEST_ALGORITHMS, digestOf, ENVELOPED, isSignedBy, SIGNATURE_ALGORITHMS } from './signature-algorithms.js';

export interface SignedMessage {
  text: string;
  root: Element;
}

/**
 * Verifies all signatures of a message.
 * @param signable the elements that may be signed: a signature anywhere else refuses the message
 * @returns the canonical XML of each signed element; empty: nothing is signed
 * @throws UpstreamError
 */
export async function signedElements(
  { text, root }: SignedMessage,
  signable: readonly Element[],
  keys: readonly KeyObject[],
): Promise<Map<Element, string>> {
  const elements = elementsIn(root);
  assertUniqueIds(elements);
  const signatures = new Map<Element, Element>();
  for (const signature of elements.filter((element) => isNamed(element, SIGNATURE, 'Signature'))) {
    const owner = signable.find((element) => element === signature.parentNode);
    if (!owner || signatures.has(owner)) throw refused('It has a signature in an element that is not read, or two in one element.');
    assertShape(signature, owner);
    signatures.set(owner, signature);
  }
  const signed = new Map<Element, string>();
  for (const [owner, signature] of signatures) signed.set(owner, await coveredBy(signature, text, keys));
  return signed;
}

const refused = (sentence: string): UpstreamError => new UpstreamError('invalid', `The message of the provider is refused. ${sentence}`);

/** All attributes that the library takes for ids, in any namespace. */
function assertUniqueIds(elements: readonly Element[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    Array.from(attributes)
      .filter(({ localName }) => localName.toLowerCase() === 'id')
      .map(({ value }) => value),
  );
  if (new Set(ids).size < ids.length) throw refused('Two of its elements have the same id.');
}

/** A signature has these elements in this order and no others (XML Signature section 4). What `KeyInfo` has is not read. */
function assertShape(signature: Element, owner: Element): void {
  const [info] = childrenOf(signature, ['SignedInfo', 'SignatureValue'], ['KeyInfo']);
  const [canonicalization, method, reference] = childrenOf(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  const [transforms, digest] = childrenOf(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const [enveloped, canonical] = childrenOf(transforms, ['Transform', 'Transform']);
  assertAlgorithm(method, Object.keys(SIGNATURE_ALGORITHMS));
  assertAlgorithm(digest, Object.keys(DIGEST_ALGORITHMS));
  assertAlgorithm(enveloped, [ENVELOPED]);
  assertAlgorithm(canonicalization, [CANONICAL]);
  assertAlgorithm(canonical, [CANONICAL]);
  const id = attributeOf(owner, 'ID');
  if (id === undefined || reference?.getAttribute('URI') !== `#${id}`)
    throw refused('A signature covers another element than the one it is in.');
}

function childrenOf(parent: Element | undefined, names: readonly string[], optional: readonly string[] = []): Element[] {
  const children = parent ? childElements(parent) : [];
  const found = children.map((child) => (child.namespaceURI === SIGNATURE ? child.localName : ''));
  const isAccepted = found.join() === names.join() || found.join() === [...names, ...optional].join();
  if (!isAccepted) throw refused(`The parts of a signature are not ${names.join(', ')}.`);
  return children;
}

function assertAlgorithm(element: Element | undefined, accepted: readonly string[]): void {
  const algorithm = element?.getAttribute('Algorithm') ?? '';
  // Exclusive canonical XML has a list of prefixes; no algorithm has anything else.
  const parameters = element ? childElements(element).filter((child) => !isNamed(child, CANONICAL, 'InclusiveNamespaces')) : [];
  if (accepted.includes(algorithm) && parameters.length === 0) return;
  throw new UpstreamError('misconfigured', `The provider signs by ${shown(algorithm)}, which is not accepted. Choose RSA-SHA256 there.`);
}

/** The canonical XML that a signature by one of the keys covers. It is made once for all keys: a large message takes a while. */
async function coveredBy(signature: Element, text: string, keys: readonly KeyObject[]): Promise<string> {
  const { SignedXml: Verifier } = await import('xml-crypto');
  // The library wants a key of its own; the algorithms below use those of the provider.
  const verifier = new Verifier({ publicCert: keys[0] });
  Object.assign(verifier, { SignatureAlgorithms: signaturesBy(keys), HashAlgorithms: DIGESTS });
  const [covered, ...others] = isVerified(verifier, signature, text) ? verifier.getSignedReferences() : [];
  if (covered === undefined || others.length > 0) throw new UnknownKeyError();
  return covered;
}

/** No certificate of the provider has made a signature. */
export class UnknownKeyError extends UpstreamError {
  constructor() {
    super(
      'invalid',
      'The message of the provider is refused. Its signature was not made by one of the certificates of this provider, or the message was changed. If the provider has a new certificate, add it here.',
    );
  }
}

function isVerified(verifier: SignedXml, signature: Element, text: string): boolean {
  try {
    verifier.loadSignature(signature);
    return verifier.checkSignature(text);
  } catch {
    // The library throws for a signature of another key.
    return false;
  }
}

/** The accepted algorithms in the form of the library, which has SHA-1 among its own and no elliptic curves. */
const signaturesBy = (keys: readonly KeyObject[]) =>
  Object.fromEntries(
    Object.keys(SIGNATURE_ALGORITHMS).map((name) => [
      name,
      class {
        getAlgorithmName = () => name;
        verifySignature = (text: string, _key: unknown, signature: string) => keys.some((key) => isSignedBy(key, name, text, signature));
      },
    ]),
  );
const DIGESTS = Object.fromEntries(
  Object.entries(DIGEST_ALGORITHMS).map(([name, hash]) => [
    name,
    class {
      getAlgorithmName = () => name;
      getHash = (text: string) => digestOf(hash, text);
    },
  ]),
);
