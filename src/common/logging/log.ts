// Structured logs: one JSON object per line on standard output, with the request id if there is one.
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { requestContext } from '../observation/topics.js';
import type { LogLevel } from '../settings/settings.js';

/** The framework's own messages at start, which matter only when something is wrong. */
const FRAMEWORK = new Set<unknown>(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** The `code` of a request is a secret and is redacted. The `code` of a database error describes the error and is kept. */
const REDACTED = [
  ...['password', 'token', 'secret', 'authorization'].map((name) => `*.${name}`),
  // TypeORM adds the values of a failed statement to its error.
  'err.parameters',
  ...['body', 'query', 'params', 'form'].map((part) => `${part}.code`),
];

/** Nest's logger on top of pino. Secrets must never be logged; as a safety net, known members are redacted. */
export class JsonLog implements LoggerService {
  private readonly pino: Logger;

  /** @param destination standard output, unless a test captures it */
  constructor(level: LogLevel, destination?: DestinationStream) {
    const options: LoggerOptions = {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      redact: REDACTED,
      mixin: () => {
        const trace = requestContext()?.trace;
        return trace ? { traceId: trace.traceId, spanId: trace.spanId } : {};
      },
      timestamp: pino.stdTimeFunctions.isoTime,
    };
    this.pino = destination ? pino(options, destination) : pino(options);
  }

  /** Whether lines of level debug are written. If not, callers need not collect their data. */
  get writesDebug(): boolean {
    return this.pino.isLevelEnabled('debug');
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write(FRAMEWORK.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest passes the context last, and the stack of an error before it. Code of this service passes an object of fields first. */
  private write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error', message: unknown, rest: unknown[]): void {
    const context = rest.length > 0 && typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
    if (message instanceof Error) this.pino[level]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ context, ...message });
    else this.pino[level]({ context, stack }, String(message));
  }
}
