// The sign-in of the console: authorization code with PKCE as an application of its own (oidc-client-ts). Tokens are in memory alone, bound to a key of this tab. While the browser's
// session at the service lasts, silent sign-ins renew them and restore them after a reload.
import { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';
import { ProofKey } from '../../../page-proofs/proof-key.ts';
import { apiRequest, authorizeWith, sendRequest } from '../api/client.ts';
import type { SignInDemand } from '../api/sign-in-demand.ts';
import { silentNavigator } from './silent-navigator.ts';

/** Of the application that the service adds for the console (src/oidc/protocol/own-clients.ts). */
const CLIENT_ID = 'gatehouse-console';
const BASE = `${location.origin}/console`;
export const SIGNED_OUT = '/console/signed-out';
export const SIGNED_IN = '/console/signed-in';
const RENEWED = `${BASE}/renewed.html`;

/** OAuth errors of a silent sign-in after which the person can sign in on a page (OpenID Connect Core section 3.1.2.6). */
const NEEDS_A_PAGE = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required'];
const WINDOW_FEATURES = { width: 520, height: 720 };

const proofKey = new ProofKey();
let manager: UserManager | undefined;
let user: User | undefined;

/** A sign-in that requests wait for. */
interface NeededSignIn {
  /** Absent if the last sign-in has ended. */
  demand?: SignInDemand;
  /** Continues the waiting requests. @param isDone false: the person gave up */
  end(isDone: boolean): void;
}

let needed: NeededSignIn | undefined;
let waiting: Promise<boolean> | undefined;
let renewal: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The sign-in that is needed now, for `useSyncExternalStore`. */
export const neededSignIn = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): NeededSignIn | undefined => needed,
};

/**
 * Signs the person in, without a page if possible.
 * @returns false if the browser leaves for the sign-in page
 */
export async function startSession(): Promise<boolean> {
  manager = await makeManager();
  manager.events.addUserLoaded((loaded) => {
    user = loaded;
  });
  authorizeWith({
    accessToken: () => user?.access_token,
    headersFor: async (method, url) => (manager && user ? proofKey.headersFor(manager, user, method, url) : {}),
    wantsNonce: (answer) => proofKey.wantsNonce(answer),
    renew,
    stepUp: needSignIn,
  });
  if (location.pathname === SIGNED_IN && (await completeSignIn(manager))) return true;
  try {
    user = (await manager.signinSilent()) ?? undefined;
    return user !== undefined;
  } catch (error) {
    if (!(error instanceof ErrorResponse) || !NEEDS_A_PAGE.includes(error.error ?? '')) throw error;
    await leaveForSignIn();
    return false;
  }
}

/** Opens the sign-in page in the place of the console, and comes back to the same page of the console. */
export async function leaveForSignIn(): Promise<void> {
  manager ??= await makeManager();
  const { pathname, search, hash } = location;
  const isPage = pathname !== SIGNED_OUT && pathname !== SIGNED_IN;
  await manager.signinRedirect({ state: isPage ? pathname + search + hash : BASE });
}

/** Opens the sign-in in a window of its own, so that the console keeps what was typed in it. */
export async function signInAgain(): Promise<void> {
  const before = user?.profile.sub;
  const { maxAgeSeconds, acrValues } = needed?.demand ?? {};
  const next = await manager?.signinPopup({
    popupWindowFeatures: WINDOW_FEATURES,
    redirect_uri: RENEWED,
    ...(maxAgeSeconds !== undefined && { max_age: maxAgeSeconds }),
    ...(acrValues !== undefined && { acr_values: acrValues }),
  });
  // What was typed belongs to another person.
  if (next?.profile.sub !== before) return location.reload();
  needed?.end(true);
}

/** The change that needs a sign-in is not made. */
export function giveUpSignIn(): void {
  needed?.end(false);
}

/** Ends the session at the service (OpenID Connect RP-Initiated Logout 1.0). */
export async function signOut(): Promise<void> {
  await manager?.signoutRedirect();
}

async function makeManager(): Promise<UserManager> {
  const { data: metadata } = await sendRequest(apiRequest('get', '/.well-known/openid-configuration', {}));
  const settings = {
    authority: location.origin,
    metadata: metadata as object,
    client_id: CLIENT_ID,
    redirect_uri: location.origin + SIGNED_IN,
    silent_redirect_uri: RENEWED,
    post_logout_redirect_uri: location.origin + SIGNED_OUT,
    scope: `openid profile ${apiScope(metadata as { scopes_supported?: string[] })}`,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // Between leaving and coming back: state, nonce and verifier of the request, no token.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    dpop: { store: proofKey.store },
    automaticSilentRenew: true,
    monitorSession: false,
    loadUserInfo: false,
  };
  return new UserManager(settings, undefined, undefined, silentNavigator);
}

/** The scope of a token for the APIs of this service; discovery tells the vendor inside, by another scope of the same form. */
function apiScope({ scopes_supported = [] }: { scopes_supported?: string[] }): string {
  const [, vendor = 'gatehouse'] = scopes_supported.map((scope) => /^urn:([^:]+):iam:/.exec(scope)).find(Boolean) ?? [];
  return `urn:${vendor}:iam:org:project:id:${vendor}:aud`;
}

/** Ends a sign-in that left the console. @returns false if the address is an old one, for example after going back */
async function completeSignIn(signIn: UserManager): Promise<boolean> {
  try {
    user = await signIn.signinRedirectCallback();
    history.replaceState(null, '', ownPlace(user.state));
    return true;
  } catch {
    history.replaceState(null, '', BASE);
    return false;
  }
}

/** An address of the console alone, whatever the stored state says. */
function ownPlace(state: unknown): string {
  return typeof state === 'string' && state.startsWith('/console/') ? state : BASE;
}

/** After a refused token. All requests wait for the same renewal. */
function renew(): Promise<void> {
  renewal ??= renewOnce().finally(() => (renewal = undefined));
  return renewal;
}

async function renewOnce(): Promise<void> {
  try {
    user = (await manager?.signinSilent()) ?? undefined;
  } catch {
    await needSignIn();
  }
}

/** All requests wait for the same sign-in. */
function needSignIn(demand?: SignInDemand): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => setNeeded({ ...(demand && { demand }), end: resolve })).finally(() => {
    waiting = undefined;
    setNeeded(undefined);
  });
  return waiting;
}

function setNeeded(next: NeededSignIn | undefined): void {
  needed = next;
  for (const listener of listeners) listener();
}
