// The sign-in of the explorer: authorization code with PKCE. The token is in memory alone, bound to a key of this tab.
import { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';
import { ProofKey } from '../../page-proofs/proof-key.ts';
import { getJson, proveWith } from './api.ts';

export const PLACE = '/docs';
/** Where the sign-in page returns to. */
const SIGNED_IN = `${PLACE}/signed-in`;
const SIGNED_IN_WINDOW = `${PLACE}/renewed.html`;
const WINDOW_FEATURES = { width: 520, height: 720 };

/** How the service lets the explorer sign people in. */
export interface SignInSettings {
  /** Absent if the service has no application for the explorer. */
  clientId?: string;
  scope: string;
}

export class Session {
  readonly #proofKey = new ProofKey();
  #manager: UserManager | undefined;
  /** False with a token that was entered: it has no session to end. */
  hasSignedIn = false;
  /** Why the service refused the sign-in. */
  fault: string | undefined;

  constructor(readonly settings: SignInSettings) {}

  /**
   * Ends a sign-in that left the explorer.
   * @returns the access token; undefined if the address is none that a sign-in returns to, or an old one
   */
  async complete(): Promise<string | undefined> {
    if (location.pathname !== SIGNED_IN) return undefined;
    const manager = await this.#made();
    try {
      const user = await manager.signinRedirectCallback();
      this.hasSignedIn = true;
      history.replaceState(null, '', PLACE + fragment(user.state));
      return this.#bound(manager, user);
    } catch (error) {
      if (error instanceof ErrorResponse)
        this.fault = `You weren’t signed in: ${error.error_description ?? error.error ?? 'no reason given'}`;
      history.replaceState(null, '', PLACE);
      return undefined;
    }
  }

  /** Opens the sign-in page in the place of the explorer. */
  async leave(): Promise<void> {
    const manager = await this.#made();
    await manager.signinRedirect({ state: location.hash });
  }

  /** Signs in again in a window of its own, so that the explorer keeps what was entered. @returns the access token */
  async renew(): Promise<string> {
    const manager = await this.#made();
    const user = await manager.signinPopup({
      popupWindowFeatures: WINDOW_FEATURES,
      redirect_uri: location.origin + SIGNED_IN_WINDOW,
    });
    return this.#bound(manager, user);
  }

  /** Ends the session at the service as well (OpenID Connect RP-Initiated Logout 1.0). */
  async end(): Promise<void> {
    const manager = await this.#made();
    await manager.signoutRedirect();
  }

  /** From now on, requests with the token of this sign-in carry a proof. @returns the access token */
  #bound(manager: UserManager, user: User): string {
    proveWith({
      token: user.access_token,
      headersFor: (method, url) => this.#proofKey.headersFor(manager, user, method, url),
      wantsNonce: (answer) => this.#proofKey.wantsNonce(answer),
    });
    return user.access_token;
  }

  async #made(): Promise<UserManager> {
    this.#manager ??= new UserManager({
      authority: location.origin,
      metadata: await getJson<object>('/.well-known/openid-configuration'),
      client_id: this.settings.clientId ?? '',
      redirect_uri: location.origin + SIGNED_IN,
      post_logout_redirect_uri: location.origin + PLACE,
      scope: this.settings.scope,
      userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      // Between leaving and coming back: state and verifier of the request, no token.
      stateStore: new WebStorageStateStore({ store: sessionStorage }),
      dpop: { store: this.#proofKey.store },
      automaticSilentRenew: false,
      monitorSession: false,
      loadUserInfo: false,
    });
    return this.#manager;
  }
}

/** Of the explorer alone, whatever the stored state says. */
function fragment(state: unknown): string {
  return typeof state === 'string' && /^#\w+$/.test(state) ? state : '';
}
