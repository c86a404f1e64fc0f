// Starts the console: signs the person in while the pages are loaded. Imports only what the sign-in needs, so that it begins early.
import { apiRequest, sendRequest } from './api/client.ts';
import { SIGNED_IN, SIGNED_OUT, startSession } from './sign-in/session.ts';
import { startTexts } from './texts/texts.ts';

const pages = import('./start.tsx');
const texts = startTexts();

async function start(): Promise<void> {
  const isSignedOut = location.pathname === SIGNED_OUT;
  const access = isSignedOut ? undefined : signIn();
  // Who fails first is told once the pages can tell it.
  access?.catch(() => undefined);
  await texts;
  const { loadPage, showConsole, showFault, showSignedOut } = await pages;
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
