// Exclusive canonical XML 1.0 without comments: the text of an element that XML signatures cover, wherever the element stands.
//
// Written here because that of xml-crypto differs from the recommendation: it ignores `#default`, sorts prefixes by language, and doesn't escape
// namespaces. Signatures of other makers would be refused.

/** Namespaces by their prefix; the default namespace has the prefix ''. */
type Namespaces = Map<string, string>;

/**
 * @param element of a document without CDATA sections, whose depth is bounded
 * @param inclusive the prefixes of `InclusiveNamespaces`, which are declared although no name below has them; `#default` is the default namespace
 */
export function exclusiveCanonicalXml(element: Element, inclusive: readonly string[]): string {
  const listed = new Set(inclusive.map((prefix) => (prefix === '#default' ? '' : prefix)));
  return textOfElement(element, namespacesAround(element), listed, new Map());
}

/** @param declared what the text around this element declares; as before after the call */
function textOfElement(element: Element, inherited: Namespaces, listed: ReadonlySet<string>, declared: Namespaces): string {
  const namespaces = new Map([...inherited, ...declarationsOf(element)].filter(([prefix]) => listed.has(prefix)));
  const attributes = Array.from(element.attributes).filter((attribute) => prefixDeclaredBy(attribute) === undefined);
  namespaces.set(element.prefix ?? '', element.namespaceURI ?? '');
  for (const { prefix, namespaceURI } of attributes) if (prefix) namespaces.set(prefix, namespaceURI ?? '');
  namespaces.delete('xml');
  const added = Array.from(namespaces).filter(([prefix, uri]) => uri !== (declared.get(prefix) ?? ''));
  const before = added.map(([prefix]) => [prefix, declared.get(prefix) ?? ''] as const);
  for (const [prefix, uri] of added) declared.set(prefix, uri);
  const content = Array.from(element.childNodes, (node) => {
    if (node.nodeType === node.ELEMENT_NODE) return textOfElement(node as Element, new Map(), listed, declared);
    return node.nodeType === node.TEXT_NODE ? escaped(node.nodeValue ?? '', /[&<>\r]/g) : '';
  });
  for (const [prefix, uri] of before) declared.set(prefix, uri);
  const parts = [
    ...added
      .sort(([one], [other]) => order(one, other))
      .map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri] as const),
    ...attributes.sort(byName).map(({ name, value }) => [name, value] as const),
  ].map(([name, value]) => ` ${name}="${escaped(value, /[&<"\t\n\r]/g)}"`);
  return `<${element.tagName}${parts.join('')}>${content.join('')}</${element.tagName}>`;
}

/** The namespaces that the elements around this one declare. */
function namespacesAround(element: Element): Namespaces {
  const found: Namespaces = new Map();
  for (let around = element.parentNode; around?.nodeType === element.ELEMENT_NODE; around = around.parentNode)
    for (const [prefix, uri] of declarationsOf(around as Element)) if (!found.has(prefix)) found.set(prefix, uri);
  return found;
}

const declarationsOf = (element: Element): Array<[string, string]> =>
  Array.from(element.attributes).flatMap((attribute) => {
    const prefix = prefixDeclaredBy(attribute);
    return prefix === undefined ? [] : [[prefix, attribute.value]];
  });

/** @returns undefined for an attribute that declares no namespace */
function prefixDeclaredBy({ name, prefix, localName }: Attr): string | undefined {
  if (name === 'xmlns') return '';
  return prefix === 'xmlns' ? localName : undefined;
}

/** By the characters, which no language changes. */
const order = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Attributes without a namespace come first. */
const byName = (one: Attr, other: Attr): number =>
  order(one.namespaceURI ?? '', other.namespaceURI ?? '') || order(one.localName, other.localName);

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

const escaped = (text: string, characters: RegExp): string => text.replace(characters, (character) => ESCAPES[character] ?? character);
