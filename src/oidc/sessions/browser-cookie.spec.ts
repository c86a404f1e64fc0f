import { describe, expect, it } from 'vitest';
import { bindingOf, browserCookieName, browserCookieValue, newBrowser, readBrowser, renewed, sessionsKeyOf } from './browser-cookie.js';

const browser = newBrowser();
const value = browserCookieValue(browser);

describe('the cookie of a browser', () => {
  it('is found among others, under the name of its scheme only', () => {
    expect(readBrowser(`a=b; gatehouse_browser=${value}; c=d`, false)).toEqual(browser);
    expect(readBrowser(`__Host-gatehouse_browser=${value}`, true)).toEqual(browser);
    expect(readBrowser(`gatehouse_browser=${value}`, true)).toBeUndefined();
    expect(browserCookieName(true)).toMatch(/^__Host-/);
  });

  it.each([
    undefined,
    '',
    'gatehouse_browser',
    'gatehouse_browser=',
    `gatehouse_browser=${value}x`,
    `gatehouse_browser=${browser.id}`,
    `xgatehouse_browser=${value}`,
  ])('is not made of %j', (header) => expect(readBrowser(header, false)).toBeUndefined());

  it('leads to other sessions after a sign-in, and stays bound to what is under way', () => {
    expect(sessionsKeyOf(renewed(browser))).not.toBe(sessionsKeyOf(browser));
    expect(bindingOf(renewed(browser))).toBe(bindingOf(browser));
  });
});
