import { describe, expect, it } from 'vitest';
import { elementsIn, parseXml } from './bounded-xml.js';
import { exclusiveCanonicalXml } from './exclusive-canonical-xml.js';

/** The canonical XML of the first element of this name. */
async function canonical(xml: string, name: string, inclusive: readonly string[] = []): Promise<string> {
  const found = elementsIn(await parseXml(xml, { comments: true })).find(({ tagName }) => tagName === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return exclusiveCanonicalXml(found, inclusive);
}

describe('exclusive canonical XML', () => {
  // https://www.w3.org/TR/xml-exc-c14n/, section 2.2.
  const content = `xmlns:n1="http://example.net" xml:lang="en">\n  <n3:stuff xmlns:n3="ftp://example.org"/>\n</n1:elem2>`;
  it.each([
    ['alone', `<n1:elem2 ${content}`],
    ['in another envelope', `<n0:pdu xmlns:n0="http://a.example" xml:lang="fr" xml:space="retain"><n1:elem2 ${content}</n0:pdu>`],
  ])('of the example of the recommendation is the same %s', async (_, xml) => {
    expect(await canonical(xml, 'n1:elem2')).toBe(
      `<n1:elem2 xmlns:n1="http://example.net" xml:lang="en">\n  <n3:stuff xmlns:n3="ftp://example.org"></n3:stuff>\n</n1:elem2>`,
    );
  });

  it('has the prefixes of the list from the elements around it, the innermost first', async () => {
    const xml = '<a xmlns="urn:0" xmlns:p="urn:1" xmlns:q="urn:2"><b xmlns:p="urn:3"><c:c xmlns:c="urn:4"><d/></c:c></b></a>';
    expect(await canonical(xml, 'c:c')).toBe('<c:c xmlns:c="urn:4"><d xmlns="urn:0"></d></c:c>');
    expect(await canonical(xml, 'c:c', ['#default', 'p', 'none'])).toBe('<c:c xmlns="urn:0" xmlns:c="urn:4" xmlns:p="urn:3"><d></d></c:c>');
  });

  it('escapes namespaces, so that none ends its attribute', async () => {
    const xml = `<p:a xmlns:p='urn:1" b="&amp;&lt;'/>`;
    expect(await canonical(xml, 'p:a')).toBe('<p:a xmlns:p="urn:1&quot; b=&quot;&amp;&lt;"></p:a>');
  });

  it('has no comments', async () => {
    expect(await canonical('<a>b<!-- c -->d</a>', 'a')).toBe('<a>bd</a>');
  });
});
