// Storage for the bare library that costs the same at every write. Its own walks the list of a grant's tokens each time, so a chain of
// refreshes would get slower with every link, and the service would look better the longer the run.

const MOST = 1_000;

/**
 * The storage of one of the library's models; the oldest make room.
 * @typedef {import('oidc-provider').Adapter} Adapter
 * @implements {Adapter}
 */
export class PlainStorage {
  /** @type {Map<string, import('oidc-provider').AdapterPayload>} */
  #payloads = new Map();

  /** @param {string} id @param {import('oidc-provider').AdapterPayload} payload */
  async upsert(id, payload) {
    this.#payloads.set(id, payload);
    const [oldest] = this.#payloads.keys();
    if (this.#payloads.size > MOST && oldest !== undefined) this.#payloads.delete(oldest);
  }

  /** @param {string} id */
  async find(id) {
    return this.#payloads.get(id);
  }

  /** @param {string} id */
  async consume(id) {
    const payload = this.#payloads.get(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  /** @param {string} id */
  async destroy(id) {
    this.#payloads.delete(id);
  }

  findByUid = unused;
  findByUserCode = unused;
  revokeByGrantId = unused;
}

/** A chain that comes here has gone wrong, and the row is to fail. @returns {Promise<never>} */
async function unused() {
  throw new Error('The benchmark does not need this.');
}
