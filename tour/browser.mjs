// As much of a browser as a page without script needs: cookies, redirects, and one form.

const MAX_REDIRECTS = 10;
const ENTITIES = /** @type {Record<string, string>} */ ({
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
});

/**
 * Where a navigation ended. `arrived`: at the address that was waited for, which is not fetched. Otherwise a page, with its form if it has one.
 * @typedef {{ address: URL, arrived: boolean, status: number, title: string, form: Form | undefined }} Stop
 * @typedef {{ action: string, method: string, fields: Record<string, string> }} Form
 */

/**
 * @param {number} timeoutMs for each request
 * @param {typeof fetch} [send] for a service that is not reached by its public address
 */
export function browser(timeoutMs, send = fetch) {
  /** @type {Map<string, string>} */
  const cookies = new Map();

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  /** @param {URL} address @param {RequestInit} init */
  async function request(address, init) {
    const cookie = cookieHeader();
    const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}), ...init.headers };
    const response = await send(address, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    for (const line of response.headers.getSetCookie()) keep(line);
    return response;
  }

  /** @param {string} line a Set-Cookie header (RFC 6265 section 5.2) */
  function keep(line) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
    const gone =
      attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute)) || (expires !== undefined && Date.parse(expires) < Date.now());
    if (gone) cookies.delete(name);
    else cookies.set(name, value);
  }

  /** @param {URL} start @param {RequestInit} init @param {string} until @returns {Promise<Stop>} */
  async function navigate(start, init, until) {
    let [address, response] = [start, await request(start, init)];
    for (let hops = 0; response.status >= 300 && response.status < 400; hops++) {
      if (hops === MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects, the last one from ${address}`);
      await response.arrayBuffer();
      address = new URL(response.headers.get('location') ?? '', address);
      if (`${address.origin}${address.pathname}` === until)
        return { address, arrived: true, status: response.status, title: '', form: undefined };
      response = await request(address, {});
    }
    const html = await response.text();
    return { address, arrived: false, status: response.status, title: text(/<title>([^<]*)/i.exec(html)?.[1]), form: firstForm(html) };
  }

  return {
    /** What it sends by now. */
    cookieHeader,

    /** @param {URL} address @param {string} until */
    open: (address, until) => navigate(address, {}, until),

    /** Fills the page's form and sends it. @param {Stop} page @param {Record<string, string>} values @param {string} until */
    submit({ address, form }, values, until) {
      if (!form) throw new Error(`there is no form at ${address}`);
      const missing = Object.keys(values).filter((name) => !Object.hasOwn(form.fields, name));
      if (missing.length > 0)
        throw new Error(`the form at ${address} has no field ${missing.join(', ')}; it has ${Object.keys(form.fields).join(', ')}`);
      const body = new URLSearchParams({ ...form.fields, ...values });
      const headers = { origin: address.origin, 'sec-fetch-site': 'same-origin' };
      return navigate(new URL(form.action, address), { method: form.method, body, headers }, until);
    },
  };
}

/** @param {string} html @returns {Form | undefined} */
export function firstForm(html) {
  const [, attributes, content] = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(html) ?? [];
  if (attributes === undefined || content === undefined) return undefined;
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [, input = ''] of content.matchAll(/<input\b([^>]*)>/gi)) {
    const name = attribute(input, 'name');
    if (name) fields[name] = attribute(input, 'value');
  }
  return { action: attribute(attributes, 'action'), method: attribute(attributes, 'method').toUpperCase() || 'GET', fields };
}

/** @param {string} tag @param {string} name */
function attribute(tag, name) {
  return text(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1]);
}

/** @param {string | undefined} escaped */
function text(escaped) {
  return (escaped ?? '').replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
