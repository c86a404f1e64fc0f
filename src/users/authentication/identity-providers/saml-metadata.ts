// Reads the metadata document of a SAML identity provider (SAML Metadata section 2.4.3). Its own signature is not verified: the document comes
// from an administrator, or by https from an address that one has named.
import { attributeOf, childrenNamed, elementsIn, isNamed, parseXml, textOf, XmlError } from '../../../common/xml/bounded-xml.js';
import { providerUrlFaults } from './provider-url.js';
import { keyFault, readCertificate, type SamlCertificate } from './saml-certificate.js';
import { MAX_CERTIFICATES } from './saml-connection.js';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

/** What is used of a document. */
export interface SamlMetadata {
  entityId: string;
  ssoUrl: string;
  sloUrl?: string;
  sloResponseUrl?: string;
  /** The provider accepts signed requests only (section 2.4.3). */
  wantsSignedRequests: boolean;
  /** Those that sign; if there are too many, the ones that end last. */
  certificates: SamlCertificate[];
  /** The document must not be used afterwards. */
  validUntilMs?: number;
}

/** A document that can't be used. The message names everything that it lacks. */
export class SamlMetadataError extends Error {
  override readonly name = 'SamlMetadataError';
}

/** @throws SamlMetadataError */
export async function readSamlMetadata(xml: string): Promise<SamlMetadata> {
  const entity = onlyEntity(await parsed(xml));
  const [role] = childrenNamed(entity, METADATA, 'IDPSSODescriptor').filter((one) => supportsSaml2(one));
  if (!role) throw new SamlMetadataError('The document describes no identity provider of SAML 2.0: it has no IDPSSODescriptor.');
  const entityId = attributeOf(entity, 'entityID');
  const ssoUrl = redirectUrl(role, 'SingleSignOnService', 'Location');
  const certificates = signingCertificates(role);
  const missing = [
    ...(entityId === undefined ? ['the entity ID'] : []),
    ...(ssoUrl === undefined ? ['a SingleSignOnService by HTTP-Redirect with an https address'] : []),
    ...(certificates.length === 0 ? ['a certificate that signs, with a key of RSA of 2048 bits or of an elliptic curve'] : []),
  ];
  if (entityId === undefined || ssoUrl === undefined || certificates.length === 0)
    throw new SamlMetadataError(`The document lacks ${missing.join(', and ')}.`);
  const sloUrl = redirectUrl(role, 'SingleLogoutService', 'Location');
  const sloResponseUrl = redirectUrl(role, 'SingleLogoutService', 'ResponseLocation');
  const wantsSignedRequests = ['true', '1'].includes(attributeOf(role, 'WantAuthnRequestsSigned') ?? '');
  const validUntilMs = Date.parse(attributeOf(entity, 'validUntil') ?? '');
  return {
    entityId,
    ssoUrl,
    ...(sloUrl && { sloUrl }),
    ...(sloResponseUrl && { sloResponseUrl }),
    wantsSignedRequests,
    certificates,
    ...(Number.isNaN(validUntilMs) ? {} : { validUntilMs }),
  };
}

/** @throws SamlMetadataError if the document must not be used any more */
export function assertValid({ validUntilMs = Infinity }: SamlMetadata, nowMs: number): void {
  if (validUntilMs <= nowMs) throw new SamlMetadataError(`The document was valid until ${new Date(validUntilMs).toISOString()}.`);
}

async function parsed(xml: string): Promise<Element> {
  try {
    return await parseXml(xml, { comments: true });
  } catch (error) {
    if (error instanceof XmlError) throw new SamlMetadataError(`The document can't be read: ${error.message}.`);
    throw error;
  }
}

/** Federations publish the documents of many providers as one. */
function onlyEntity(root: Element): Element {
  const entities = elementsIn(root).filter((element) => isNamed(element, METADATA, 'EntityDescriptor'));
  const [entity, ...others] = entities;
  if (!entity) throw new SamlMetadataError('It is not a metadata document of SAML 2.0: it has no EntityDescriptor.');
  if (others.length > 0)
    throw new SamlMetadataError(`The document describes ${entities.length} services. Take the document of the identity provider alone.`);
  return entity;
}

const supportsSaml2 = (role: Element): boolean => (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(' ').includes(PROTOCOL);

/** The address of an endpoint for redirects. An address that an administrator may not name isn't used either. */
function redirectUrl(role: Element, name: string, attribute: 'Location' | 'ResponseLocation'): string | undefined {
  const [endpoint] = childrenNamed(role, METADATA, name).filter((one) => attributeOf(one, 'Binding') === REDIRECT);
  const url = endpoint && attributeOf(endpoint, attribute);
  return url !== undefined && providerUrlFaults(url).length === 0 ? url : undefined;
}

/** A key without a use is for signing too (section 2.4.1.1). */
function signingCertificates(role: Element): SamlCertificate[] {
  const found = childrenNamed(role, METADATA, 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => elementsIn(key).filter((element) => isNamed(element, SIGNATURE, 'X509Certificate')))
    .map((element) => readCertificate(textOf(element)))
    .filter((certificate) => certificate !== undefined)
    .filter((certificate) => keyFault(certificate) === undefined);
  const different = [...new Map(found.map((certificate) => [certificate.pem, certificate])).values()];
  return different.toSorted((a, b) => b.endsMs - a.endsMs).slice(0, MAX_CERTIFICATES);
}
