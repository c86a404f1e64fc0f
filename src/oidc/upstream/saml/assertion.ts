// Reads a verified assertion: whether it is meant for this sign-in, and who has signed in (SAML Profiles section 4.1.4.3).
import { attributeOf, childElements, childrenNamed, elementsIn, isNamed, textOf } from '../../../common/xml/bounded-xml.js';
import {
  SAML_ATTRIBUTES,
  SAML_FIELDS,
  type SamlConnection,
  type SamlField,
} from '../../../users/authentication/identity-providers/saml-connection.js';
import { MAX_SUBJECT } from '../../../users/authentication/identity-providers/upstream-identity.js';
import { LIMIT_GROUPS, unsaid } from '../sent-groups.js';
import { UpstreamError, type FinishedUpstream, type SentGroups, type SignOutHint } from '../upstream.js';
import { sessionNameOf } from './session-name.js';
import { ASSERTION, PERSISTENT, TRANSIENT } from './saml-names.js';
import { timeFault, timeOf, utc, type Clocks } from './times.js';
import { shown } from '../provider-http.service.js';

export interface ExpectedAssertion {
  connection: SamlConnection;
  /** Whether the provider fills groups, so that the attribute with groups is read. */
  readsGroups?: boolean;
  /** The entity id of this service for the provider. */
  audience: string;
  callbackUrl: string;
  requestId: string;
  nowMs: number;
  /** Older authentications are refused; absent: any age. */
  authenticatedSinceMs?: number | undefined;
  /** Whether the session there ends with the one here. */
  keepsSignOut: boolean;
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** Conditions that are understood; SAML Core section 2.5.1 has an assertion with another one refused. */
const CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
/** Longer parts of a NameID, and longer indexes, are left out. */
const MAX_HINT = 1_024;
/** Longer values of attributes are left out. */
const MAX_VALUE = 256;

/** @throws UpstreamError */
export function readAssertion(assertion: Element, expected: ExpectedAssertion): FinishedUpstream {
  const { connection, readsGroups } = expected;
  equals('issuer', textOf(only(assertion, 'Issuer')), connection.entityId);
  assertConditions(only(assertion, 'Conditions'), expected);
  const subject = only(assertion, 'Subject');
  assertConfirmed(subject, expected);
  const statement = only(assertion, 'AuthnStatement');
  const authenticatedAt = assertAuthenticated(statement, expected);
  const attributes = attributesOf(assertion);
  const context = elementsIn(statement).find((element) => isNamed(element, ASSERTION, 'AuthnContextClassRef'));
  const [nameId] = childrenNamed(subject, ASSERTION, 'NameID').map(textOf);
  const sessionId = sessionNameOf(connection, nameId, attributeOf(statement, 'SessionIndex') ?? '');
  return {
    subject: connection.subjectAttribute ? subjectOf(attributes, connection.subjectAttribute) : persistentName(subject),
    ...personOf(attributes, connection),
    authenticatedAt: Math.floor(authenticatedAt / 1000),
    authentication: context ? [textOf(context)] : [],
    ...(sessionId !== undefined && { sessionId }),
    ...(readsGroups && { groups: groupsOf(attributes, connection) }),
    ...(expected.keepsSignOut && { signOutHint: signOutHint(subject, statement) }),
  };
}

/** The parts of a LogoutRequest: the NameID as the provider wrote it (SAML Core section 3.7.1), and the session. */
function signOutHint(subject: Element, statement: Element): SignOutHint | undefined {
  const [name] = childrenNamed(subject, ASSERTION, 'NameID');
  if (!name) return undefined;
  const found = {
    nameId: textOf(name),
    format: attributeOf(name, 'Format'),
    nameQualifier: attributeOf(name, 'NameQualifier'),
    spNameQualifier: attributeOf(name, 'SPNameQualifier'),
    sessionIndex: attributeOf(statement, 'SessionIndex'),
  };
  const parts = Object.entries(found).filter((part): part is [string, string] => part[1] !== undefined && part[1].length <= MAX_HINT);
  return Object.fromEntries(parts);
}

/** Microsoft Entra sends a link instead of more than 150 groups. */
const GROUPS_LINK = 'http://schemas.microsoft.com/claims/groups.link';

const refused = (sentence: string): UpstreamError => new UpstreamError('invalid', `The assertion of the provider is refused. ${sentence}`);

function only(parent: Element, name: string): Element {
  const [found, ...others] = childrenNamed(parent, ASSERTION, name);
  if (!found || others.length > 0) throw refused(`It has ${found ? 'more than one' : 'no'} ${name} in its ${parent.localName}.`);
  return found;
}

function equals(what: string, found: string | undefined, expected: string): void {
  if (found !== expected) throw refused(`Its ${what} is ${shown(found ?? '')}; expected is ${shown(expected)}.`);
}

const clocksOf = ({ nowMs, connection }: ExpectedAssertion): Clocks => ({ nowMs, skewMs: connection.clockSkewSeconds * 1000 });

function assertConditions(conditions: Element, expected: ExpectedAssertion): void {
  const fault = timeFault(conditions, clocksOf(expected));
  if (fault) throw refused(fault);
  for (const condition of childElements(conditions))
    if (condition.namespaceURI !== ASSERTION || !CONDITIONS.includes(condition.localName))
      throw refused(`It has the condition ${shown(condition.localName)}, which is not supported.`);
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  if (restrictions.length === 0) throw refused('It has no AudienceRestriction.');
  for (const restriction of restrictions) {
    const audiences = childrenNamed(restriction, ASSERTION, 'Audience').map(textOf);
    if (!audiences.includes(expected.audience)) equals('audience', audiences.join(' '), expected.audience);
  }
}

/** One confirmation that holds is enough (SAML Core section 2.4.1.1); without one, the first says why. */
function assertConfirmed(subject: Element, expected: ExpectedAssertion): void {
  const confirmations = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').filter((one) => attributeOf(one, 'Method') === BEARER);
  const faults = confirmations.map((confirmation) => confirmationFault(confirmation, expected));
  if (faults.length === 0) throw refused('It has no SubjectConfirmation of the method bearer.');
  if (!faults.includes(undefined)) throw refused(faults[0] ?? '');
}

function confirmationFault(confirmation: Element, expected: ExpectedAssertion): string | undefined {
  const data = only(confirmation, 'SubjectConfirmationData');
  const facts = [
    ['Recipient', expected.callbackUrl],
    ['InResponseTo', expected.requestId],
  ] as const;
  for (const [name, value] of facts) {
    const found = attributeOf(data, name);
    if (found !== value) return `Its ${name} is ${shown(found ?? '')}; expected is ${shown(value)}.`;
  }
  return attributeOf(data, 'NotOnOrAfter') === undefined ? 'Its confirmation has no NotOnOrAfter.' : timeFault(data, clocksOf(expected));
}

/** @returns when the person has authenticated, in milliseconds */
function assertAuthenticated(statement: Element, expected: ExpectedAssertion): number {
  const { authenticatedSinceMs = 0 } = expected;
  const { nowMs, skewMs } = clocksOf(expected);
  const fault = timeFault(statement, { nowMs, skewMs }, 'SessionNotOnOrAfter');
  if (fault) throw refused(fault);
  const authenticated = timeOf(statement, 'AuthnInstant');
  if (authenticated === undefined) throw refused('It has no AuthnInstant.');
  const when = utc(authenticated);
  if (authenticated > nowMs + skewMs) throw refused(`The person authenticates at ${when}, which is in the future.`);
  if (authenticated < authenticatedSinceMs - skewMs)
    throw refused(`The person has authenticated at ${when}; this sign-in required to authenticate again.`);
  return authenticated;
}

/** Values by the name of their attribute. */
function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const attributes = childrenNamed(assertion, ASSERTION, 'AttributeStatement').flatMap((one) => childrenNamed(one, ASSERTION, 'Attribute'));
  for (const attribute of attributes) {
    const name = attributeOf(attribute, 'Name') ?? '';
    const values = childrenNamed(attribute, ASSERTION, 'AttributeValue').map(textOf);
    found.set(name, [...(found.get(name) ?? []), ...values.filter((value) => value !== '')]);
  }
  return found;
}

function subjectOf(attributes: ReadonlyMap<string, readonly string[]>, name: string): string {
  const values = attributes.get(name) ?? [];
  if (values.length !== 1)
    throw misconfigured(`The attribute ${shown(name)}, which identifies people, has ${values.length} values. The provider must send one.`);
  return boundedSubject(values[0] ?? '');
}

const misconfigured = (sentence: string): UpstreamError => new UpstreamError('misconfigured', sentence);

function persistentName(subject: Element): string {
  if (childrenNamed(subject, ASSERTION, 'EncryptedID').length > 0)
    throw misconfigured('The provider encrypts the NameID. This service has no key to decrypt it: turn the encryption off there.');
  const name = only(subject, 'NameID');
  const format = attributeOf(name, 'Format') ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
  if (format === TRANSIENT)
    throw misconfigured(
      'The provider sends a transient NameID, which is another one at each sign-in. Have it send a persistent one, or name an attribute in `subjectAttribute`.',
    );
  if (format !== PERSISTENT)
    throw misconfigured(
      `The provider sends a NameID of the format ${shown(format)}, which need not identify the same person for ever. Have it send a persistent one, or name an attribute in \`subjectAttribute\`.`,
    );
  return boundedSubject(textOf(name));
}

function boundedSubject(subject: string): string {
  if (subject === '' || subject.length > MAX_SUBJECT)
    throw refused(`What identifies the person has ${subject.length} characters; 1 to ${MAX_SUBJECT} are accepted.`);
  return subject;
}

type PersonFields = Partial<Record<Exclude<SamlField, 'groups'>, string>>;

function personOf(attributes: ReadonlyMap<string, readonly string[]>, connection: SamlConnection): PersonFields {
  const person: PersonFields = {};
  for (const field of SAML_FIELDS) {
    if (field === 'groups') continue;
    const [value] = valuesOf(attributes, connection, field);
    if (value !== undefined && value.length <= MAX_VALUE) person[field] = value;
  }
  return person;
}

/** The values of the attribute that the connection names for a field, else of the first usual attribute that the provider sends. */
function valuesOf(
  attributes: ReadonlyMap<string, readonly string[]>,
  { attributes: named }: SamlConnection,
  field: SamlField,
): readonly string[] {
  const names: readonly string[] = named[field] === undefined ? SAML_ATTRIBUTES[field] : [named[field]];
  return names.map((name) => attributes.get(name) ?? []).find((values) => values.length > 0) ?? [];
}

/** Without the attribute, the person is in no group. */
function groupsOf(attributes: ReadonlyMap<string, readonly string[]>, connection: SamlConnection): SentGroups {
  if (attributes.has(GROUPS_LINK))
    return unsaid(`The provider sends a link instead of groups, because the person is in too many. ${LIMIT_GROUPS}`);
  return { values: valuesOf(attributes, connection, 'groups') };
}
