// Starts the console: signs the person in while the pages are loaded. Imports only what the sign-in needs, so that it begins early.
import { apiRequest, sendRequest } from './api/client.ts';
import { SIGNED_IN, SIGNED_OUT, startSession } from './sign-in/session.ts';
import { silentSignInSent } from './sign-in/silent-navigator.ts';
import { loadTexts, startTexts } from './texts/texts.ts';

async function start(): Promise<void> {
  const isSignedOut = location.pathname === SIGNED_OUT;
  const access = isSignedOut ? undefined : signIn();
  const texts = startTexts();
  // The pages begin to run while the sign-in waits for the service: before, they would delay it. A failure is told once the pages can tell it.
  if (access !== undefined) await Promise.race([silentSignInSent, access.catch(() => undefined)]);
  const early = document.querySelector<HTMLTemplateElement>('#early');
  if (early) document.head.append(early.content);
  // The home page, where most people begin: its code is among the links. A failure to load its texts is told when it is shown.
  void texts.then(() => loadTexts('home')).catch(() => undefined);
  const { loadPage, showConsole, showFault, showSignedOut } = await import('./start.tsx');
  await texts;
  if (access === undefined) return showSignedOut();
  loadPage();
  try {
    // Until a sign-in is complete, the address is its redirect URI, which is no page.
    if (location.pathname === SIGNED_IN) await access;
    showConsole(access);
    await access;
  } catch (error) {
    showFault(error);
  }
}

/** @returns what the person may do; undefined if the browser leaves for the sign-in page */
async function signIn() {
  return (await startSession()) ? sendRequest(apiRequest('get', '/admin/v1/me/permissions', {})) : undefined;
}

void start();
