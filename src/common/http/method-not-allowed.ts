// What an address answers that is asked by a method it does not have.
import { MethodNotAllowedException } from '@nestjs/common';
import type { Express, NextFunction, Request, Response } from 'express';

/** HEAD goes with GET. */
const ALSO: Readonly<Record<string, readonly string[]>> = { GET: ['HEAD'] };

/** Refuses what no route takes, naming the methods of the address (RFC 9110 section 15.5.6). Call once, behind the last route. */
export function refuseOtherMethods(express: Express): void {
  for (const { route } of express.router.stack.slice()) {
    if (!route) continue;
    const methods = route.stack.map(({ method }) => method.toUpperCase());
    // Several routes may have the address, each by its own pattern.
    express.all(route.path, (_request: Request, { locals }: Response, next: NextFunction) => {
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
