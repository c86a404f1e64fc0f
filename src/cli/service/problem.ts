// Turns a refusal of the service into an error of the command line: problem details (RFC 9457), SCIM and OAuth errors alike.
import { CommandError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { printable } from '../terminal/style.js';

interface Said {
  detail?: string;
  title?: string;
  code?: string;
  message?: string;
  error_description?: string;
  requestId?: string;
  errors?: ReadonlyArray<{ pointer?: string; detail?: string }>;
}

const MAX_SHOWN = 300;

/** @param answer any response except 2xx */
export async function refusalOf(answer: Response): Promise<CommandError> {
  const text = await answer.text();
  const said = readJson(text);
  const what = said?.detail ?? said?.error_description ?? said?.message ?? (text.trim().slice(0, MAX_SHOWN) || answer.statusText);
  const faults = (said?.errors ?? []).map(({ pointer, detail }) => `\n  ${pointer ?? ''}: ${detail ?? ''}`);
  const request = said?.requestId === undefined ? '' : `\n  request id: ${said.requestId}`;
  const message = `The service answered ${answer.status}: ${[what, ...faults, request].map(onItsLines).join('')}${hintOf(answer.status)}`;
  return new CommandError(message, exitOf(answer.status), said);
}

function hintOf(status: number): string {
  return status === 401 ? '\nSign in with: gatehouse login' : '';
}

function exitOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.forbidden;
  return status === 502 || status === 503 || status === 504 ? EXIT.unreachable : EXIT.failed;
}

function onItsLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function readJson(text: string): Said | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** @param error thrown while sending */
export function unreachable(base: string, error: unknown): CommandError {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return new CommandError(`${base} does not respond: ${cause?.code ?? cause?.message ?? message}`, EXIT.unreachable);
}
