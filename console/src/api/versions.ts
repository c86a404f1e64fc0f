// Versions of what a page shows: the version that a change is based on, and the current one after another change came first (HTTP 412).
import { addressOf, apiRequest, sendRequest, type ApiRequest, type Versioned } from './client.ts';
import COMPARING from './comparing.json';
import type { Input, PathOf } from './operations.ts';
import { queries } from './reading.ts';

const COMPARED: ReadonlySet<string> = new Set(COMPARING);
/** What follows the route of the thing in a change of its state or of its pictures. */
const PART = /\/(_[a-z-]+|logo|images\/\{slot\})$/;

/** The request that reads what `request` changes. */
function readingOf({ route, input: { path } }: ApiRequest<unknown>): ApiRequest<object> {
  return apiRequest(
    'get',
    route.replace(PART, '') as PathOf<'get'>,
    { path } as unknown as Input<'get', PathOf<'get'>>,
  ) as ApiRequest<object>;
}

/** What the page has read of the thing that `request` changes. Undefined if the service compares no versions there, or the page hasn't read it. */
export function readBefore(request: ApiRequest<unknown>): Versioned<object> | undefined {
  if (!COMPARED.has(`${request.method.toUpperCase()} ${request.route}`)) return undefined;
  const address = addressOf(readingOf(request));
  const queriesOfThing = queries.getQueryCache().findAll({
    predicate: ({ queryKey: [route, input] }) =>
      typeof route === 'string' &&
      route.startsWith('/') &&
      addressOf({ method: 'get', route: route as '/readyz', input: input ?? {} }) === address,
  });
  const answers = queriesOfThing.map(({ state }) => state.data as Versioned<object> | undefined);
  return answers.find((answer) => answer?.etag !== undefined);
}

/** What is there now. @throws ApiFault, for example because the thing was deleted */
export function readNow(request: ApiRequest<unknown>): Promise<Versioned<object>> {
  return sendRequest(readingOf(request));
}

/** A value that changed between two answers; `name` as in the API document. */
export interface Difference {
  name: string;
  before: string;
  now: string;
}

/** Members that change with every change, or follow from others. */
const CONSEQUENCES = new Set(['modifiedAt', 'effective', 'sources', 'inherited']);

/** The members that differ, those of objects by themselves. */
export function differencesBetween(before: unknown, now: unknown, within = ''): Difference[] {
  if (isObject(before) && isObject(now)) {
    const names = Object.keys({ ...before, ...now }).filter((name) => !CONSEQUENCES.has(name));
    return names.flatMap((name) => differencesBetween(before[name], now[name], within === '' ? name : `${within}.${name}`));
  }
  const [textBefore, textNow] = [textOf(before), textOf(now)];
  return textBefore === textNow ? [] : [{ name: within, before: textBefore, now: textNow }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
