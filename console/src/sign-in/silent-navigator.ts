// Carries a silent sign-in (`prompt=none`) to the service and back. The service has the same origin, so a request can follow its redirect and read the
// address it ends at: no frame, and no document in it, is needed.
import type { UserManager } from 'oidc-client-ts';
import { followRedirects } from '../api/client.ts';

/** The form that oidc-client-ts opens its windows and frames by, whose name it doesn't export. */
type Navigator = NonNullable<ConstructorParameters<typeof UserManager>[3]>;

const TIMEOUT_MS = 10_000;

let noteSent: () => void;
/** Resolves once the first silent sign-in is on its way. */
export const silentSignInSent = new Promise<void>((resolve) => (noteSent = resolve));

export const silentNavigator: Navigator = {
  async prepare() {
    const leaving = new AbortController();
    return {
      async navigate({ url }) {
        const followed = followRedirects(url, AbortSignal.any([leaving.signal, AbortSignal.timeout(TIMEOUT_MS)]));
        noteSent();
        return { url: await followed };
      },
      close: () => leaving.abort(),
    };
  },
  // Of frames, which hand over their address.
  async callback() {},
};
