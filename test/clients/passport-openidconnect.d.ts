// The package has no types; this is as much of it as the test uses.
declare module 'passport-openidconnect' {
  import { Strategy as PassportStrategy } from 'passport';

  interface Options {
    issuer: string;
    authorizationURL: string;
    tokenURL: string;
    userInfoURL: string;
    clientID: string;
    clientSecret: string;
    callbackURL: string;
    scope: string[];
    nonce: true;
    skipUserProfile: false;
  }

  type Verify = (
    issuer: string,
    profile: object,
    context: object,
    idToken: string,
    accessToken: string,
    refreshToken: string,
    verified: (error: Error | null, user: Express.User) => void,
  ) => void;

  // A strategy by its shape.
  export class Strategy extends PassportStrategy {
    constructor(options: Options, verify: Verify);
  }
}
