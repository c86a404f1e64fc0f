import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport';
import { presentedToken, type PresentedToken } from './presented-token.js';
import { TokenVerifier, type Principal } from './principal.js';

type Verify = (token: PresentedToken, done: (error: unknown, principal?: Principal) => void) => void;

/** Reads the token of a request. */
class BearerTokenStrategy extends Strategy {
  constructor(private readonly verifyToken: Verify) {
    super();
  }

  override authenticate(request: Request): void {
    const token = presentedToken(request);
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

  validate(token: PresentedToken): Promise<Principal | undefined> {
    return this.verifier.verify(token);
  }
}
