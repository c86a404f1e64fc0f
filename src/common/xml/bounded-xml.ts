// Reads XML that a third party has written: bounded in size, tags, attributes and depth, without document types and entities.
//
// No other parser reads a document, so that it has only one reading.

/** Text that is not XML, or other XML than is accepted. The message quotes nothing of the text. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

export const MAX_XML_BYTES = 256 * 1024;
/** `<` in the text: start tags, end tags, comments. */
const MAX_TAGS = 4_000;
/** Quotes in the text. The parser compares each attribute of an element with all others of it. */
const MAX_QUOTES = 8_000;
/** Elements inside each other. Canonical XML and the serializer call themselves for each level. */
const MAX_DEPTH = 40;

export interface XmlOptions {
  /** Whether comments are accepted. They divide texts, and canonical XML leaves them out. */
  comments: boolean;
}

/** @returns the text of a document: UTF-8, line ends as XML section 2.11 has them @throws XmlError */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_XML_BYTES) throw new XmlError(`it is longer than ${MAX_XML_BYTES} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  } catch {
    throw new XmlError('it is not UTF-8');
  }
}

/** @returns the root element @throws XmlError */
export async function parseXml(text: string, { comments }: XmlOptions): Promise<Element> {
  assertPlain(text, comments);
  // Loaded with the first document: many services read none.
  const { DOMParser } = await import('@xmldom/xmldom');
  const errorHandler = (): never => {
    throw new XmlError('it is not well-formed');
  };
  // The parser repairs what it only warns of, so a warning refuses too.
  const parser = new DOMParser({ errorHandler: { warning: errorHandler, error: errorHandler, fatalError: errorHandler } });
  const document = wellFormed(() => parser.parseFromString(text, 'text/xml'));
  const [root, ...others] = childElements(document);
  if (!root || others.length > 0) throw new XmlError('it has not exactly one root element');
  elementsIn(root);
  return root;
}

/** The parser has errors of its own for a few faults. */
function wellFormed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof XmlError ? error : new XmlError('it is not well-formed');
  }
}

/** Before the parser: what it would take too long for, and what has no place in a document here. */
function assertPlain(text: string, comments: boolean): void {
  if (text.length > MAX_XML_BYTES) throw new XmlError(`it is longer than ${MAX_XML_BYTES} bytes`);
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (++tags > MAX_TAGS) throw new XmlError(`it has more than ${MAX_TAGS} tags`);
    if (text[at + 1] === '!' && !(comments && text.startsWith('--', at + 2)))
      throw new XmlError(`it has a document type, a CDATA section${comments ? '' : ', or a comment'}`);
    if (text[at + 1] === '?' && !(at === 0 && text.startsWith('xml ', 2))) throw new XmlError('it has a processing instruction');
  }
  if (text.split('"').length + text.split("'").length > MAX_QUOTES) throw new XmlError('it has too many attributes');
}

/** The element and all below it, the outer ones first. @throws XmlError if they are too deep inside each other */
export function elementsIn(element: Element): Element[] {
  const found: Element[] = [];
  let level = [element];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new XmlError(`it has more than ${MAX_DEPTH} elements inside each other`);
    found.push(...level);
    level = level.flatMap(childElements);
  }
  return found;
}

export function childElements(parent: Node): Element[] {
  const found: Element[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) if (node.nodeType === node.ELEMENT_NODE) found.push(node as Element);
  return found;
}

/** Whether an element has the name in the namespace. Prefixes mean nothing. */
export const isNamed = (element: Element, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name;

export const childrenNamed = (parent: Element, namespace: string, name: string): Element[] =>
  childElements(parent).filter((child) => isNamed(child, namespace, name));

/** Attributes without a namespace. @returns undefined if absent or empty */
export const attributeOf = (element: Element, name: string): string | undefined => element.getAttribute(name)?.trim() || undefined;

/** The text in an element, without the white space around it. */
export const textOf = (element: Element): string => element.textContent.trim();
