// `gatehouse api`: a request as it is typed.
import { ServiceClient } from '../service/service-client.js';
import { UsageError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { readData, type Options } from './row-input.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @throws CommandError, UsageError */
export async function callApi(method: string, path: string, { data, url }: Options, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const verb = method.toUpperCase();
  if (!METHODS.includes(verb)) throw new UsageError(`The method must be one of ${METHODS.join(', ')}.`);
  if (!/^\/(?!\/)/.test(path)) throw new UsageError('The path must begin with one slash, such as /admin/v1/organizations.');
  const type = path.startsWith('/scim/') ? 'application/scim+json' : 'application/json';
  const sent = data === undefined ? {} : { body: JSON.stringify(await readData(data)), headers: { 'content-type': type } };
  const answer = await new ServiceClient(url, env).json(path, { method: verb, ...sent });
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  return EXIT.done;
}
