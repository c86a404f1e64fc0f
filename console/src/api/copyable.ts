// The same request for a terminal: by curl, and by the command line where it has a command for it.
import { addressOf, type ApiRequest } from './client.ts';
import COMMANDS from './commands.json';

/** A line for a POSIX shell. The token comes from a variable, so that none is copied. */
export function asCurl(request: ApiRequest<unknown>): string {
  const { method, input } = request;
  const parts = [`curl -X ${method.toUpperCase()} ${quoted(addressOf(request))}`, '-H "Authorization: Bearer $TOKEN"'];
  if (input.body instanceof File) parts.push(`-H 'Content-Type: ${input.body.type}'`, `--data-binary ${quoted(`@${input.body.name}`)}`);
  else if (input.body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(input.body))}`);
  return parts.join(' ');
}

/** @returns undefined if the command line has no command for it */
export function asCommand({ method, route, input: { path = {}, body } }: ApiRequest<unknown>): string | undefined {
  const command = (COMMANDS as Record<string, string>)[`${method.toUpperCase()} ${route}`];
  if (command === undefined || body instanceof File) return undefined;
  const { orgId, ...others } = path;
  const isOrganizationsOwn = command.startsWith('orgs ');
  const names = [...(isOrganizationsOwn && orgId !== undefined ? [orgId] : []), ...Object.values(others)].map(quoted);
  const org = !isOrganizationsOwn && orgId !== undefined ? ['--org', quoted(orgId)] : [];
  const data = body === undefined ? [] : ['--data', quoted(JSON.stringify(body))];
  return ['gatehouse', command, ...names, ...org, ...data].join(' ');
}

/** A word for a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
