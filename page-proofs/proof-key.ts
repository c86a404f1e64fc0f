// The key that the tokens of a page are bound to (DPoP, RFC 9449), for the console and the explorer. It is in the memory of one tab: scripts can use it and
// not read it, another tab has its own, and a reload makes a new one. oidc-client-ts makes the key and signs with it.

/** As oidc-client-ts has it. */
interface KeyState {
  readonly keys: CryptoKeyPair;
  /** The last one that the service sent; each proof needs it where the service asks for nonces, or the clock of this computer is wrong. */
  nonce?: string | undefined;
}

interface BoundUser {
  readonly access_token: string;
  readonly token_type: string;
}

/** The part of `UserManager` that signs. */
interface Signer<User> {
  dpopProof(url: string, user: User, method?: string, nonce?: string): Promise<string | undefined>;
}

export class ProofKey {
  readonly #states = new Map<string, KeyState>();

  /** The `DPoPStore` of oidc-client-ts. A key stays for as long as the page: requests that are on their way need it after a sign-out too. */
  readonly store = {
    // Async functions, because the interface asks for promises.
    get: async (clientId: string) => this.#states.get(clientId) as KeyState,
    set: async (clientId: string, state: KeyState) => void this.#states.set(clientId, state),
    remove: async (clientId: string) => this.#states.get(clientId) as KeyState,
    getAllKeys: async () => [...this.#states.keys()],
  };

  /**
   * The headers of a request with the person's token: a new proof each time.
   * @param url of the request; the proof is made for it without its query (RFC 9449 section 4.2)
   */
  async headersFor<User extends BoundUser>(signer: Signer<User>, user: User, method: string, url: string): Promise<Record<string, string>> {
    const { origin, pathname } = new URL(url);
    const isBound = user.token_type.toLowerCase() === 'dpop';
    const proof = isBound ? await signer.dpopProof(origin + pathname, user, method, this.#state?.nonce) : undefined;
    if (proof === undefined) return { Authorization: `Bearer ${user.access_token}` };
    return { Authorization: `DPoP ${user.access_token}`, DPoP: proof };
  }

  /** Remembers the nonce of an answer. @returns whether the request was refused for want of it, before anything was done, and has to be sent again */
  wantsNonce({ status, headers }: Response): boolean {
    const nonce = headers.get('DPoP-Nonce');
    if (nonce === null || this.#state === undefined) return false;
    this.#state.nonce = nonce;
    return status === 401 && /error="use_dpop_nonce"/.test(headers.get('WWW-Authenticate') ?? '');
  }

  get #state(): KeyState | undefined {
    return this.#states.values().next().value;
  }
}
