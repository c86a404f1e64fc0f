// Browsers that sign in over and over, each time a new one: from the application to its code. A process of its own, beside the service.
import { form } from '../rows/requests.mjs';
import { authorizePath, PASSWORD, redemption, visit } from '../rows/sessions.mjs';
import { answer } from './processes.mjs';
import { samlAnswer } from './saml-answer.mjs';
import { summary } from './samples.mjs';

/**
 * A service and an application of it.
 * @typedef {{ url: string, clientId: string }} Entrance
 * A browser at the directory, by its cookies.
 * @typedef {Array<[name: string, value: string]>} Session
 * Of each lane its own people, so that no two sign in as the same person at once.
 * @typedef {{ lanes: number, here: Entrance, loginNames?: string[][] }} Passwords
 * @typedef {{ lanes: number, here: Entrance, providerId: string, there: Entrance & { authorization: string }, sessions: Session[][] }} Directory
 * @typedef {{ lanes: number, here: Entrance, providerId: string, entityId: string, privateKey: string, names: string[][] }} Saml
 */

/** @type {Record<string, (job: any, lane: number, turn: number) => Promise<void>>} */
const WAYS = { password, directory, saml, codeFlow };

answer({ run });

/** @param {{ way: string, seconds: number, lanes: number }} job @returns {Promise<import('./samples.mjs').Run>} */
async function run({ way, seconds, ...job }) {
  /** @type {number[]} */
  const latencies = [];
  const started = performance.now();
  const deadline = started + seconds * 1000;
  const drive = async (/** @type {number} */ lane) => {
    for (let turn = 0; performance.now() < deadline; turn++) {
      const sent = performance.now();
      await WAYS[way]?.(job, lane, turn);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: job.lanes }, (_, lane) => drive(lane)));
  return summary(latencies, latencies.length, performance.now() - started);
}

/** @param {Passwords} job @param {number} lane @param {number} turn */
async function password({ here, loginNames }, lane, turn) {
  const browser = new Map();
  const { path } = await open(here, authorizePath(here.clientId), browser);
  arrived(await open(here, path, browser, form(path, { loginName: turnOf(loginNames, lane, turn), password: PASSWORD })));
}

/** By the button of the page. @param {Directory} job @param {number} lane @param {number} turn */
async function directory({ here, providerId, there, sessions }, lane, turn) {
  const browser = new Map();
  const redirect = await toProvider(here, providerId, browser);
  const back = await open(there, within(there, redirect), new Map(turnOf(sessions, lane, turn)));
  arrived(await open(here, within(here, outside(back)), browser));
}

/** The provider's part is in here. @param {Saml} job @param {number} lane @param {number} turn */
async function saml({ here, providerId, entityId, privateKey, names }, lane, turn) {
  const browser = new Map();
  const redirect = await toProvider(here, providerId, browser);
  const audience = `${here.url}/sign-in/providers/${providerId}`;
  const name = turnOf(names, lane, turn);
  const fields = samlAnswer(redirect, { entityId, privateKey, audience, callback: `${audience}/callback`, name });
  const path = `/sign-in/providers/${providerId}/callback`;
  arrived(await open(here, path, browser, form(path, fields)));
}

/** What a directory does for a person who has signed in there, for an application of its own. @param {Directory} job @param {number} lane @param {number} turn */
async function codeFlow({ there, sessions }, lane, turn) {
  const end = outside(await open(there, authorizePath(there.clientId), new Map(turnOf(sessions, lane, turn))));
  const { path, method, headers, body } = form('/oauth/v2/token', redemption(end.searchParams.get('code') ?? ''), there.authorization);
  const tokens = await visit(there, path, { method, headers: headers ?? {}, body: body ?? '' }, new Map());
  if (!(await tokens.text()).includes('"id_token"')) throw new Error(`The code was answered ${tokens.status}.`);
}

/** The login page and its button. @param {Entrance} here @param {string} providerId @param {Map<string, string>} browser */
async function toProvider(here, providerId, browser) {
  const { path, html } = await open(here, authorizePath(here.clientId), browser);
  const [step = ''] = path.split('?');
  if (!html.includes(`${step}/to/${providerId}`)) throw new Error('The page has no button of the provider.');
  return outside(await open(here, `${step}/to/${providerId}`, browser));
}

/**
 * Follows redirects to a page, or to an address outside.
 * @param {Pick<Entrance, 'url'>} service @param {string} start @param {Map<string, string>} cookies @param {import('./connection.mjs').Request} [first]
 * @returns {Promise<{ path: string, html: string, outside?: URL }>}
 */
async function open(service, start, cookies, first) {
  let path = start;
  let request = first && { method: first.method, headers: first.headers ?? {}, body: first.body ?? '' };
  for (;;) {
    const response = await visit(service, path, request ?? {}, cookies);
    const html = await response.text();
    if (response.status >= 400) throw new Error(`${path} was answered ${response.status}: ${html}`);
    const next = response.headers.get('location') ?? /^0; url=(.+)$/.exec(response.headers.get('refresh') ?? '')?.[1];
    if (next === undefined) return { path, html };
    const address = new URL(next, service.url);
    if (address.origin !== service.url) return { path, html, outside: address };
    [path, request] = [address.pathname + address.search, undefined];
  }
}

/** @param {{ path: string, html: string, outside?: URL }} stop @returns {URL} */
function outside({ path, html, outside: address }) {
  if (!address) throw new Error(`${path} leads nowhere: ${html}`);
  return address;
}

/** @param {{ path: string, html: string, outside?: URL }} stop */
function arrived(stop) {
  if (!outside(stop).searchParams.has('code')) throw new Error(`The application got no code: ${stop.outside}`);
}

/** @param {Entrance} service @param {URL} address */
function within({ url }, { origin, pathname, search }) {
  if (origin !== url) throw new Error(`The browser was sent to ${origin}, not to ${url}.`);
  return pathname + search;
}

/** @template Value @param {Value[][] | undefined} values @param {number} lane @param {number} turn @returns {Value} */
function turnOf(values, lane, turn) {
  const own = values?.[lane] ?? [];
  return /** @type {Value} */ (own[turn % own.length]);
}
