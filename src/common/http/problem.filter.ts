import { Catch, Logger, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignInNotFreshError } from '../access/fresh-sign-in.js';
import { ownResourceOf, withMetadata } from '../access/own-resources.js';
import { ProofRefusal } from '../access/proof-refusal.js';
import { isWriteBan, retryAfterSeconds } from '../primitives/domain-error.js';
import { OverLimitError } from '../primitives/over-limit-error.js';
import { requestFacts } from './observed-requests.js';
import { PROBLEM_RENDERER, toProblem, type ErrorRenderer } from './problem.js';

/**
 * The last error handler: refusals of guards, unknown routes, malformed bodies and all unexpected errors.
 * For a 5xx the caller gets an id, and the log the cause.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new Logger('http');

  /** @param publicUrl of the service. @param sendMissingPage for a browser at an address that is none */
  constructor(
    private readonly publicUrl: string,
    private readonly faces: readonly ErrorRenderer[] = [],
    private readonly sendMissingPage?: (request: Request, response: Response) => Promise<void>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void | Promise<void> {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = toProblem(error);
    const told = requestFacts(request);
    // Refusals during maintenance are expected, so they aren't logged.
    if (problem.status >= 500 && !isWriteBan(error))
      this.log.error({ message: 'request failed', ...told, status: problem.status, err: error });
    response.locals.errorId = problem.code;
    if (response.headersSent) return void response.end();
    // The router ignores the case of a path.
    const path = request.path.toLowerCase();
    const face = this.faces.find((candidate) => candidate.matches(path)) ?? PROBLEM_RENDERER;
    if (this.sendMissingPage && face === PROBLEM_RENDERER && error instanceof NotFoundException && request.method === 'GET') {
      // Only the router throws this error: routes refuse unknown resources by a DomainError. Programs accept any type, browsers request HTML.
      response.vary('Accept');
      if (request.accepts(['json', 'html']) === 'html') return this.sendMissingPage(request, response);
    }
    if (error instanceof OverLimitError || error instanceof ProofRefusal) response.set(error.headers);
    if (problem.status === 401) response.setHeader('WWW-Authenticate', challengeOf(request, error, this.publicUrl));
    if (problem.status === 503 || problem.status === 429) response.setHeader('Retry-After', retryAfterSeconds(error));
    response
      .status(problem.status)
      .type(face.contentType)
      .send(Buffer.from(JSON.stringify(face.body(problem, error, told.requestId, request))));
  }
}

/** RFC 6750 section 3, RFC 9449 section 7.1: without a token only the scheme, with an invalid one also the error; RFC 9470 section 3 for a sign-in that is too old; RFC 9728 section 5.1. */
export function challengeOf({ path, headers: { authorization = '' } }: Request, error: unknown, publicUrl: string): string {
  const scheme = /^DPoP /i.test(authorization) ? 'DPoP' : 'Bearer';
  return withMetadata(refusalOf(scheme, error), publicUrl, ownResourceOf(path.toLowerCase()));
}

function refusalOf(scheme: string, error: unknown): string {
  if (error instanceof ProofRefusal) return error.challenge;
  if (error instanceof SignInNotFreshError) return error.challengeFor(scheme);
  return toProblem(error).code === 'access.invalidToken' ? `${scheme} error="invalid_token"` : scheme;
}
