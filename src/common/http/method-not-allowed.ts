// 405 Method Not Allowed, with the methods that the path supports.
import { MethodNotAllowedException } from '@nestjs/common';
import type { Express, NextFunction, Request, Response } from 'express';

/** A path with GET also supports HEAD. */
const ALSO: Readonly<Record<string, readonly string[]>> = { GET: ['HEAD'] };

/** Refuses requests that no route handles, listing the methods of the path (RFC 9110 section 15.5.6). Call once, after the last route. */
export function refuseOtherMethods(express: Express): void {
  for (const [pattern, methods] of methodsByPattern(express)) {
    // `express.all` would add a handler for each of 35 methods to every pattern. Several patterns may match a path.
    express.route(pattern).all((_request: Request, { locals }: Response, next: NextFunction) => {
      locals.methods = [...((locals.methods as string[] | undefined) ?? []), ...methods];
      next();
    });
  }
  express.use((request: Request, response: Response, next: NextFunction) => {
    const methods = response.locals.methods as string[] | undefined;
    if (!methods) return next();
    const allowed = new Set(methods.flatMap((method) => [method, ...(ALSO[method] ?? [])]));
    response.setHeader('Allow', [...allowed].sort().join(', '));
    if (request.method !== 'OPTIONS') throw new MethodNotAllowedException();
    // Section 9.3.7.
    response.status(204).end();
  });
}

function methodsByPattern({ router }: Express): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { route } of router.stack) {
    if (!route) continue;
    const methods = route.stack.map(({ method }) => method.toUpperCase());
    found.set(route.path, [...(found.get(route.path) ?? []), ...methods]);
  }
  return found;
}
