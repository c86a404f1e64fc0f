// Reads the answers of a directory (RFC 4511). The reader of ldapts is not used: on lengths that don't fit into each other it never ends.
import { UpstreamError } from '../upstream.js';

/** Tags of the answers (RFC 4511 section 4.2.2 and following). */
export const BIND_RESPONSE = 0x61;
export const SEARCH_ENTRY = 0x64;
export const SEARCH_DONE = 0x65;
export const SEARCH_REFERENCE = 0x73;
export const EXTENDED_RESPONSE = 0x78;

const INTEGER = 0x02;
const OCTETS = 0x04;
const ENUMERATED = 0x0a;
const SEQUENCE = 0x30;
const SET = 0x31;
const CONTROLS = 0xa0;

/** An element of BER: what stands in it is read only when it is needed. */
interface Element {
  tag: number;
  content: Buffer;
}

export interface LdapAnswer {
  messageId: number;
  /** The tag of the operation. */
  kind: number;
  operation: Element[];
  /** The values of controls by their type. */
  controls: ReadonlyMap<string, Buffer>;
}

/** LDAPResult (RFC 4511 section 4.1.9). The message may name people, so it is only searched for known codes. */
export interface LdapResult {
  code: number;
  diagnostic: string;
}

export interface LdapEntry {
  dn: string;
  /** Values by the name of the attribute in lower case. */
  attributes: ReadonlyMap<string, readonly Buffer[]>;
}

/** @returns the length of the first message including its header; undefined: more bytes are needed @throws UpstreamError */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length > 0 && bytes[0] !== SEQUENCE) throw broken();
  const header = headerOf(bytes, 0);
  return header && header.start + header.length;
}

/** @param message exactly one message @throws UpstreamError */
export function readAnswer(message: Buffer): LdapAnswer {
  const [outer, ...more] = elementsOf(message);
  const [id, operation, controls] = elementsOf(expected(outer, SEQUENCE));
  if (more.length > 0 || !operation) throw broken();
  return {
    messageId: integerOf(expected(id, INTEGER)),
    kind: operation.tag,
    operation: elementsOf(operation.content),
    controls: controls ? controlsOf(expected(controls, CONTROLS)) : new Map(),
  };
}

/** @throws UpstreamError */
export function resultOf({ operation: [code, , diagnostic] }: LdapAnswer): LdapResult {
  return { code: integerOf(expected(code, ENUMERATED)), diagnostic: expected(diagnostic, OCTETS).toString('utf8') };
}

/** @throws UpstreamError */
export function entryOf({ operation: [dn, attributes] }: LdapAnswer): LdapEntry {
  const values = elementsOf(expected(attributes, SEQUENCE)).map((attribute): [string, Buffer[]] => {
    const [type, set] = elementsOf(expected(attribute, SEQUENCE));
    const name = expected(type, OCTETS).toString('utf8').toLowerCase();
    return [name, elementsOf(expected(set, SET)).map((value) => expected(value, OCTETS))];
  });
  return { dn: expected(dn, OCTETS).toString('utf8'), attributes: new Map(values) };
}

/** The members of a value that is itself BER, by their tag. @throws UpstreamError */
export function membersOf(value: Buffer): ReadonlyMap<number, Buffer> {
  const [outer] = elementsOf(value);
  return new Map(elementsOf(expected(outer, SEQUENCE)).map(({ tag, content }) => [tag, content]));
}

/** @throws UpstreamError */
export function integerOf(content: Buffer): number {
  if (content.length === 0 || content.length > 4) throw broken();
  return content.readIntBE(0, content.length);
}

function controlsOf(content: Buffer): Map<string, Buffer> {
  return new Map(
    elementsOf(content).map((control) => {
      const members = elementsOf(expected(control, SEQUENCE));
      const value = members.slice(1).find(({ tag }) => tag === OCTETS);
      return [expected(members[0], OCTETS).toString('utf8'), value?.content ?? Buffer.alloc(0)];
    }),
  );
}

/** Every element lies within the bytes, and nothing is left over. */
function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const header = headerOf(bytes, at);
    const end = header ? header.start + header.length : Infinity;
    if (!header || end > bytes.length) throw broken();
    elements.push({ tag: bytes.readUInt8(at), content: bytes.subarray(header.start, end) });
    at = end;
  }
  return elements;
}

/** RFC 4511 section 5.1: only the definite form of a length is allowed. ldapts and directories write up to four bytes of length. */
function headerOf(bytes: Buffer, at: number): { start: number; length: number } | undefined {
  const first = bytes[at + 1];
  if (first === undefined) return undefined;
  if (first < 0x80) return { start: at + 2, length: first };
  const size = first - 0x80;
  if (size === 0 || size > 4) throw broken();
  return bytes.length < at + 2 + size ? undefined : { start: at + 2 + size, length: bytes.readUIntBE(at + 2, size) };
}

function expected(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw broken();
  return element.content;
}

function broken(): UpstreamError {
  return new UpstreamError('invalid', 'The directory sent an answer that is not LDAP.');
}
