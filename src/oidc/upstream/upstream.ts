// The seam between the sign-in pages and the protocols of identity providers. Each protocol is a folder that implements one of these.
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';

/** A provider with its secret. */
export type OpenedProvider = IdentityProvider & { secret?: string };

/** What this sign-in requests of the provider. */
export interface UpstreamRequest {
  /** Where the answer goes; one for each provider, so that none answers for another (RFC 9700 section 4.4). */
  callbackUrl: string;
  /** Comes back with the answer: `state`, `RelayState`. At most 80 characters (SAML Bindings section 3.4.3). */
  handle: string;
  /** The login name that the person has typed, or the application has sent. */
  loginHint?: string | undefined;
  /** The person must authenticate again, whatever session the provider has. */
  forceLogin: boolean;
  /** Seconds; an older authentication must be repeated. */
  maxAge?: number | undefined;
}

export interface BegunUpstream {
  /** Where the browser is redirected. */
  url: string;
  /** JSON that {@link RedirectProtocol.finish} needs: nonce, PKCE verifier, request id. The caller keeps it sealed, for one use. */
  kept: Readonly<Record<string, string>>;
}

/** The answer that the browser brought. */
export interface UpstreamAnswer {
  callbackUrl: string;
  kept: Readonly<Record<string, string>>;
  /** The query, or the form. */
  parameters: URLSearchParams;
  /** As in the request. */
  forceLogin: boolean;
  maxAge?: number | undefined;
}

/** The groups of a person as a provider names them, and why there may be more, for administrators. */
export interface NamedGroups {
  values: readonly string[];
  incomplete?: string;
}

/** The groups of a person; or why the provider has not named them, for administrators. */
export type SentGroups = NamedGroups | { missing: string };

/** What a provider says about a person. `groups` is set if the provider fills groups. */
export type SentIdentity = Omit<UpstreamIdentity, 'groups'> & { groups?: SentGroups };

/** The same, and what a sign-out there takes, which stays on the server. */
export type FinishedUpstream = SentIdentity & { signOutHint?: SignOutHint | undefined };

/** Names the session at the provider: the ID token, or a NameID. */
export type SignOutHint = Readonly<Record<string, string>>;

/** A protocol that redirects the browser to the provider. */
export interface RedirectProtocol {
  /** @throws UpstreamError */
  begin(provider: OpenedProvider, request: UpstreamRequest): Promise<BegunUpstream>;
  /** @throws UpstreamError */
  finish(provider: OpenedProvider, answer: UpstreamAnswer): Promise<FinishedUpstream>;
  probe(provider: OpenedProvider): Promise<ProbeStep[]>;
}

/** A sign-out at a provider, because the person signs out here. */
export interface UpstreamSignOutRequest {
  /** Where the provider sends the browser back to. */
  returnUrl: string;
  /** Comes back with the answer: `state`, `RelayState`. */
  handle: string;
  /** Absent: it is not kept any more, or was too long. */
  hint?: SignOutHint | undefined;
}

/** How a message arrived: the query as it was sent, without `?`, since its signature covers the encoding too; or the fields of the form. */
export type BrowserMessage = { query: string } | { form: URLSearchParams };

/** A protocol whose providers end their own session when a person signs out here. */
export interface SignOutProtocol {
  /** @returns undefined if the provider has no address for it, or the session can't be named @throws UpstreamError */
  beginSignOut(provider: OpenedProvider, request: UpstreamSignOutRequest): Promise<BegunUpstream | undefined>;
  /** Checks the answer. @throws UpstreamError if the provider has not ended its session */
  finishSignOut(provider: OpenedProvider, answer: { kept: Readonly<Record<string, string>>; message: BrowserMessage }): Promise<void>;
}

/** Counts an attempt at an entry of a directory, whatever name was typed for it. @returns whether its password may be compared */
export type Admits = (entry: string) => Promise<boolean>;

/** A name and a password as the person typed them. */
export interface TypedPassword {
  loginName: string;
  password: string;
  /** The address of the browser. Its network has a share of the turns at the provider. */
  ip: string;
}

/** A protocol that takes the password of the person. */
export interface PasswordProtocol {
  /**
   * @param admits is asked once, before the password is compared; an entry that it refuses is answered like a wrong password
   * @returns undefined for a wrong name or password @throws UpstreamError, HiddenRefusalError
   */
  authenticate(provider: OpenedProvider, typed: TypedPassword, admits: Admits): Promise<SentIdentity | undefined>;
  probe(provider: OpenedProvider): Promise<ProbeStep[]>;
}

/** One step of the test of a provider, in the order of a sign-in. */
export interface ProbeStep {
  /** In one or two words: `discovery`, `keys`, `metadata`, `certificate`, `bind`, `search`. */
  step: string;
  ok: boolean;
  /** What was found, or what is wrong and what to do, for the administrator. Contains no secret. */
  detail: string;
}

/**
 * `unreachable`: no answer in time. `denied`: the person or the provider said no. `invalid`: the answer breaks a rule of the protocol, or is not
 * for this sign-in. `misconfigured`: the settings of the provider are wrong, here or there. `notAllowed`: the settings exclude the person.
 */
export const UPSTREAM_FAULTS = ['unreachable', 'denied', 'invalid', 'misconfigured', 'notAllowed'] as const;
export type UpstreamFault = (typeof UPSTREAM_FAULTS)[number];

/** A sign-in with a provider that failed. The message is for administrators: it says what and where, without secrets and tokens. */
export class UpstreamError extends Error {
  constructor(
    readonly fault: UpstreamFault,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'UpstreamError';
  }
}

/**
 * The provider got the password and said nothing about it. The attempt counts: a directory may delay its answer to a wrong password for longer than a
 * sign-in waits.
 */
export class UnansweredPasswordError extends UpstreamError {
  readonly passwordWasSent = true;

  constructor(message: string) {
    super('unreachable', message);
    this.name = 'UnansweredPasswordError';
  }
}

/**
 * The provider refuses an account without having compared its password. Administrators get the reason; for people it is a wrong password, so
 * that the answer doesn't tell a stranger which accounts exist.
 */
export class HiddenRefusalError extends UpstreamError {
  constructor(message: string) {
    super('notAllowed', message);
    this.name = 'HiddenRefusalError';
  }
}
