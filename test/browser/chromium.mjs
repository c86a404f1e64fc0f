// The real browser, as the distribution ships it. Plain JavaScript, because `npm run screenshots` uses it as well.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The shell has the engine without the window, which costs a third more. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** Root needs the first; the others keep it from talking to anybody but the pages. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Sizes in CSS pixels; the phone is the narrowest that is still in use. */
export const DESKTOP = { width: 800, height: 600 };
export const PHONE = { width: 320, height: 568 };

/** @returns {Promise<import('playwright-core').Browser>} @throws Error when no Chromium is installed */
export async function launchChromium() {
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
}

function chromiumPath() {
  const path = process.env['CHROMIUM'] ?? PLACES.find((place) => existsSync(place));
  if (path === undefined)
    throw new Error('Chromium is not installed: apt-get install chromium-headless-shell, or set CHROMIUM to the path of one.');
  return path;
}
