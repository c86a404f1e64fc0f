// A sign-in at a relying party that answers HTTP itself.
import { Browser } from '../support/browser.js';
import { PASSWORD } from '../support/world.js';

/** Opens a page of the party that needs a sign-in, signs in at the service, and ends at the party. Its browser keeps the party's session. */
export async function signInAt(party: { url: string; path: string }, service: { url: string }, { loginName }: { loginName: string }) {
  const [here, there] = [new Browser(party.url), new Browser(service.url)];
  const request = await here.open(party.url + party.path);
  const callback = await there.submit(await there.open(request.url), loginName, PASSWORD);
  return { here, there, callback: callback.url, end: await here.open(callback.url) };
}
