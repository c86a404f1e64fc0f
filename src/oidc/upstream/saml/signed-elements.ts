// Verifies XML signatures and returns the bytes that they cover. Callers read these bytes, and nothing else of the message.
//
// The shape is checked first: a signature stands in the element that it signs, refers to that element alone, and no id occurs twice. Each form
// of signature wrapping (XSW 1 to 8) breaks one of these rules. The element is then the one that was checked, in the same document: nothing is
// looked up by its id, and no other parser reads the message.
import type { KeyObject } from 'node:crypto';
import { attributeOf, childElements, elementsIn, isNamed, textOf } from '../../../common/xml/bounded-xml.js';
import { exclusiveCanonicalXml } from '../../../common/xml/exclusive-canonical-xml.js';
import { UpstreamError } from '../upstream.js';
import { SIGNATURE } from './saml-names.js';
import { shown } from '../provider-http.service.js';
import { CANONICAL, DIGEST_ALGORITHMS, digestOf, ENVELOPED, isSignedBy, SIGNATURE_ALGORITHMS } from './signature-algorithms.js';

/** The parts of a signature whose shape is right. */
interface Signature {
  signature: Element;
  info: Element;
  canonicalization: Element;
  /** By its name in XML, like that of the digest. */
  algorithm: string;
  /** Base64, like that of the digest. */
  value: string;
  /** The canonicalization of the signed element. */
  canonical: Element;
  digest: { algorithm: string; value: string };
}

/**
 * Verifies all signatures of a message, which is used up: read only what is returned.
 * @param signable the elements that may be signed: a signature anywhere else refuses the message
 * @returns the canonical XML of each signed element; empty: nothing is signed
 * @throws UpstreamError
 */
export function signedElements(root: Element, signable: readonly Element[], keys: readonly KeyObject[]): Map<Element, string> {
  const elements = elementsIn(root);
  assertUniqueIds(elements);
  const signatures = new Map<Element, Signature>();
  for (const signature of elements.filter((element) => isNamed(element, SIGNATURE, 'Signature'))) {
    const owner = signable.find((element) => element === signature.parentNode);
    if (!owner || signatures.has(owner)) throw refused('It has a signature in an element that is not read, or two in one element.');
    signatures.set(owner, partsOf(signature, owner));
  }
  const signed = new Map<Element, string>();
  // The outer ones first, as `elementsIn` has them: they cover the inner ones, which verifying removes.
  for (const [owner, signature] of signatures) signed.set(owner, coveredBy(signature, owner, keys));
  return signed;
}

const refused = (sentence: string): UpstreamError => new UpstreamError('invalid', `The message of the provider is refused. ${sentence}`);

/** All attributes that a library takes for ids, in any namespace. */
function assertUniqueIds(elements: readonly Element[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    Array.from(attributes)
      .filter(({ localName }) => localName.toLowerCase() === 'id')
      .map(({ value }) => value),
  );
  if (new Set(ids).size < ids.length) throw refused('Two of its elements have the same id.');
}

/** A signature has these elements in this order and no others (XML Signature section 4). What `KeyInfo` has is not read. */
function partsOf(signature: Element, owner: Element): Signature {
  const [info, value] = childrenOf(signature, ['SignedInfo', 'SignatureValue'], ['KeyInfo']);
  const [canonicalization, method, reference] = childrenOf(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  const [transforms, digestMethod, digestValue] = childrenOf(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const [enveloped, canonical] = childrenOf(transforms, ['Transform', 'Transform']);
  const algorithm = algorithmOf(method, Object.keys(SIGNATURE_ALGORITHMS));
  const digest = algorithmOf(digestMethod, Object.keys(DIGEST_ALGORITHMS));
  algorithmOf(enveloped, [ENVELOPED]);
  algorithmOf(canonicalization, [CANONICAL]);
  algorithmOf(canonical, [CANONICAL]);
  const id = attributeOf(owner, 'ID');
  if (id === undefined || reference.getAttribute('URI') !== `#${id}`)
    throw refused('A signature covers another element than the one it is in.');
  return {
    signature,
    info,
    canonicalization,
    algorithm,
    value: textOf(value),
    canonical,
    digest: { algorithm: digest, value: textOf(digestValue) },
  };
}

/** @returns the children with these names */
function childrenOf<const Names extends readonly string[]>(
  parent: Element,
  names: Names,
  optional: readonly string[] = [],
): { [Index in keyof Names]: Element } {
  const children = childElements(parent);
  const found = children.map((child) => (child.namespaceURI === SIGNATURE ? child.localName : ''));
  const isAccepted = found.join() === names.join() || found.join() === [...names, ...optional].join();
  if (!isAccepted) throw refused(`The parts of a signature are not ${names.join(', ')}.`);
  return children as { [Index in keyof Names]: Element };
}

/** @returns the algorithm of an element, which is one of these */
function algorithmOf(element: Element, accepted: readonly string[]): string {
  const algorithm = element.getAttribute('Algorithm') ?? '';
  // Exclusive canonical XML has a list of prefixes; no algorithm has anything else.
  const parameters = childElements(element).filter((child) => !isNamed(child, CANONICAL, 'InclusiveNamespaces'));
  if (accepted.includes(algorithm) && parameters.length === 0) return algorithm;
  throw new UpstreamError('misconfigured', `The provider signs by ${shown(algorithm)}, which is not accepted. Choose RSA-SHA256 there.`);
}

/** The canonical XML of the element without its signature, if one of the keys has signed its digest. */
function coveredBy(
  { signature, info, canonicalization, algorithm, value, canonical, digest }: Signature,
  owner: Element,
  keys: readonly KeyObject[],
): string {
  const signedText = exclusiveCanonicalXml(info, inclusivePrefixes(canonicalization));
  owner.removeChild(signature);
  const covered = exclusiveCanonicalXml(owner, inclusivePrefixes(canonical));
  const isSigned = keys.some((key) => isSignedBy(key, algorithm, signedText, value));
  if (!isSigned || digestOf(digest.algorithm, covered) !== digest.value) throw new UnknownKeyError();
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

/** @param method what names the canonicalization */
const inclusivePrefixes = (method: Element): string[] =>
  childElements(method).flatMap((list) => attributeOf(list, 'PrefixList')?.split(/\s+/) ?? []);
