// The same request for a terminal: by curl, and by the command line where it has a command for it.
import { addressOf, type ApiRequest } from './client.ts';
import COMMANDS from './commands.json';

/** Stands in a body for the content of a file in base64, which no line of a terminal could take. */
export const FILE_CONTENT = '<content of picture.png>';
/** Prints the body that has {@link FILE_CONTENT}. */
const BODY_WITH_FILE = `printf '{"content":"%s"}' "$(base64 < picture.png | tr -d '\\n')"`;

/** A line for a POSIX shell. The token comes from a variable, so that none is copied. */
export function asCurl(request: ApiRequest<unknown>): string {
  return curl(request, quoted(addressOf(request)));
}

function curl({ method, input: { body } }: ApiRequest<unknown>, address: string): string {
  const parts = [`curl -X ${method.toUpperCase()} ${address}`, '-H "Authorization: Bearer $TOKEN"'];
  if (body instanceof File) parts.push(`-H 'Content-Type: ${body.type}'`, `--data-binary ${quoted(`@${body.name}`)}`);
  else if (hasFile(body)) parts.push("-H 'Content-Type: application/json'", '--data-binary @-');
  else if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return (hasFile(body) ? `${BODY_WITH_FILE} | ` : '') + parts.join(' ');
}

/** @returns undefined if the command line has no command for it */
export function asCommand({ method, route, input: { path = {}, query = {}, body } }: ApiRequest<unknown>): string | undefined {
  const command = (COMMANDS as Record<string, string>)[`${method.toUpperCase()} ${route}`];
  if (command === undefined || body instanceof File) return undefined;
  const { orgId, ...others } = path;
  const isOrganizationsOwn = command.startsWith('orgs ');
  const names = [...(isOrganizationsOwn && orgId !== undefined ? [orgId] : []), ...Object.values(others)].map(quoted);
  const org = !isOrganizationsOwn && orgId !== undefined ? ['--org', quoted(orgId)] : [];
  const options = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [optionOf(name), quoted(wordOf(value))]));
  const data = body === undefined ? [] : ['--data', hasFile(body) ? '-' : quoted(JSON.stringify(body))];
  return (hasFile(body) ? `${BODY_WITH_FILE} | ` : '') + ['gatehouse', command, ...names, ...org, ...options, ...data].join(' ');
}

/** `confirmName` is `--confirm-name`, `projectId` is `--project`. */
function optionOf(name: string): string {
  return `--${name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function hasFile(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'content' in body && body.content === FILE_CONTENT;
}

/** The same request about several things, which one value of the path tells apart. */
export interface Each {
  /** Of the value in the path. */
  name: string;
  values: readonly string[];
}

const ID = 'EACH-ID';

/** Sends one request after the other, as the console does. */
export function asCurlOfEach(request: ApiRequest<unknown>, { name, values }: Each): string {
  const one = { ...request, input: { ...request.input, path: { ...request.input.path, [name]: ID } } };
  // An address has no character that means something within these quotes.
  return loop(values.map(encodeURIComponent), curl(one, `"${addressOf(one).replace(ID, '$id')}"`));
}

/** @returns undefined if the command line has no command for it */
export function asCommandOfEach(request: ApiRequest<unknown>, { name, values }: Each): string | undefined {
  const command = asCommand({ ...request, input: { ...request.input, path: { ...request.input.path, [name]: ID } } });
  return command && loop(values, command.replace(ID, '"$id"'));
}

function loop(ids: readonly string[], command: string): string {
  return `for id in ${ids.map(quoted).join(' ')}; do ${command}; done`;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A word for a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
