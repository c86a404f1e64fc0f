import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';
import { TokenVerifier, type Principal } from './principal.js';

type Verify = (token: string, done: (error: unknown, principal?: Principal) => void) => void;

/** The bearer token of an Authorization header (RFC 6750 section 2.1). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization ?? '')?.[1];
}

/** Reads the bearer token of a request, from the header only: a token in a URL ends up in logs (RFC 9700 section 4.3.2). */
class BearerTokenStrategy extends Strategy {
  constructor(private readonly verifyToken: Verify) {
    super();
  }

  override authenticate(request: Request): void {
    const token = bearerToken(request.headers.authorization);
    if (!token) return this.fail(401);
    this.verifyToken(token, (error, principal) => {
      if (error) this.error(error);
      else if (principal) this.success(principal);
      else this.fail('invalid_token', 401);
    });
  }
}

/** Passport's strategy "bearer": the token verifier of this service decides. */
@Injectable()
export class BearerStrategy extends PassportStrategy(BearerTokenStrategy, 'bearer') {
  constructor(private readonly verifier: TokenVerifier) {
    super();
  }

  validate(token: string): Promise<Principal | undefined> {
    return this.verifier.verify(token);
  }
}
