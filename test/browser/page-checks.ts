// What holds for every page, whatever look it has: by day and by night, on a wide and on a narrow screen, in every language, enlarged, and by keyboard.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { violationsOf } from './axe.js';
import type { Stage } from './browser.js';
import { DESKTOP, PHONE } from './chromium.mjs';
import { LANGUAGES, tagOf } from '../../src/oidc/pages/texts/texts.js';
import { MAILS, PAGES, type ShownPage } from './pages.mjs';

/** The rules of axe-core that look at colours: all that night can change. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };
/** Those whose answer depends on the width of the page; the long check looks at all rules on a phone as well. */
const ON_A_PHONE = process.env['LONG'] ? {} : { runOnly: [...COLOURS.runOnly, 'target-size', 'scrollable-region-focusable'] };
/** Those of WCAG alone: a mail has no landmarks of its own among those of the program that shows it. */
const WCAG = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Of a page and its style, compressed. */
const MAX_BYTES = 25_000;
const OTHER_LANGUAGES = LANGUAGES.filter((lang) => lang !== 'en');
/** Pages that are not to be had in another language once they are shown: a choice below them leads to the page before, or there is none. */
const SHOWN_ONCE = ['new-passkey', 'recovery-codes', 'account-profile-fault'];
/** Whether texts fit is seen with long words and without spaces; the long check takes all languages. */
const MEASURED = process.env['LONG'] ? OTHER_LANGUAGES : LANGUAGES.filter((lang) => ['de', 'ja'].includes(lang));
/** The languages in which they are opened anew. */
const OPENED_ANEW = process.env['LONG'] ? OTHER_LANGUAGES : ['de'];
/** One of each layout and of each kind of content. */
const ONE_OF_EACH = [
  'login',
  'login-fault',
  'registration',
  'passkey-offer',
  'second-step',
  'recovery-codes',
  'consent',
  'account',
  'account-sessions',
];
/** In these looks one style sheet decides for all pages alike: the gate sees them with one page of each layout, the long check with every page. */
const IN_ALL_LOOKS = process.env['LONG'] ? undefined : ONE_OF_EACH;
/** No page has more to stop at. */
const MAX_STOPS = 60;

/**
 * @param ownTitles of pages, by their names, whose words an organization has changed
 * @param chosen names of the pages; absent: all
 */
export function checkPages(stage: Stage, ownTitles: Readonly<Record<string, string>> = {}, chosen?: readonly string[]): void {
  const pages = chosen ? PAGES.filter(({ name }) => chosen.includes(name)) : PAGES;
  describe.each(pages)('the page $name', ({ name, title, open }) => {
    it('is accessible by day and by keyboard, and fits a phone; one of each layout by night, enlarged and in other languages too', async () => {
      // The pages forbid every script of others; only the measuring one is let in.
      // Whoever asks for no motion gets colours at once; otherwise they would be measured on their way from day to night.
      const page = await stage.newPage({ javaScriptEnabled: true, bypassCSP: true, reducedMotion: 'reduce' });
      await open(page, stage.scene);
      // The organization follows, where there is one.
      expect((await page.title()).split(' – ')[0]).toBe(ownTitles[name] ?? title);
      await expect.poll(() => misplacedFocus(page), { message: 'the first focus' }).toBeNull();
      const { bytes, requests } = await costOf(page);
      expect(bytes).toBeLessThan(MAX_BYTES);
      expect(requests, 'besides the page, its script and its pictures').toEqual([expect.stringContaining('/pages/style.css')]);
      expect(await violationsOf(page), 'by day').toEqual([]);
      expect(await unreached(page), 'by keyboard').toEqual([]);
      expect(await withoutEnter(page), 'by the Enter key').toEqual([]);
      const isWhole = IN_ALL_LOOKS === undefined || IN_ALL_LOOKS.includes(name);
      if (isWhole) await checkAtNightAndEnlarged(page);
      await page.setViewportSize(PHONE);
      expect(await cutOff(page), 'on a phone').toEqual([]);
      if (isWhole)
        await checkOnAPhone(page, () => {
          expect(SHOWN_ONCE).toContain(name);
          return checkAnew(stage, open);
        });
      await page.setViewportSize(DESKTOP);
    });
  });
}

async function checkAtNightAndEnlarged(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, COLOURS), 'by night').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  // WCAG 2.2, 1.4.4: twice the size of text, within the same window.
  await page.addStyleTag({ content: ':root{font-size:200%}' });
  expect(await cutOff(page), 'enlarged').toEqual([]);
  await page.addStyleTag({ content: ':root{font-size:100%}' });
  await page.setViewportSize({ width: 1_280, height: 800 });
  expect(await violationsOf(page, COLOURS), 'wide').toEqual([]);
}

/** @param otherwise for a page that is not to be had in another language once it is shown */
async function checkOnAPhone(page: Page, otherwise: () => Promise<void>): Promise<void> {
  expect(await violationsOf(page, ON_A_PHONE), 'on a phone').toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  expect(await cutOff(page), 'on a phone, from right to left').toEqual([]);
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  await checkLanguages(page, otherwise);
}

/** @param otherwise for a page that is not to be had in another language once it is shown */
async function checkLanguages(page: Page, otherwise: () => Promise<void>): Promise<void> {
  for (const lang of MEASURED) {
    if (!(await showIn(page, lang))) return otherwise();
    expect([await page.getAttribute('html', 'lang'), await cutOff(page)], `on a phone, in ${lang}`).toEqual([tagOf(lang), []]);
  }
}

/** A page that cannot be had again is opened again from its beginning, by somebody who chose another language. */
async function checkAnew(stage: Stage, open: ShownPage['open']): Promise<void> {
  for (const lang of OPENED_ANEW) {
    const page = await stage.newPage({ javaScriptEnabled: true, viewport: PHONE });
    await page.context().addCookies([{ name: 'gatehouse_language', value: lang, url: stage.scene.url }]);
    await open(page, stage.scene);
    expect([await page.getAttribute('html', 'lang'), await cutOff(page)], `on a phone, in ${lang}`).toEqual([tagOf(lang), []]);
  }
}

/** The same for mails, without the keyboard: where the focus is, is for the mail program to show. */
export function checkMails(stage: Stage): void {
  describe.each(MAILS)('the mail $name', ({ title, open }) => {
    it('is accessible by day and by night, and fits a phone in other languages', async () => {
      const page = await stage.newPage({ javaScriptEnabled: true });
      await open(page, stage.scene);
      expect(await page.title()).toBe(title);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page, WCAG), colorScheme).toEqual([]);
      }
      await page.setViewportSize(PHONE);
      expect([await cutOff(page), await violationsOf(page, WCAG)], 'on a phone').toEqual([[], []]);
      for (const lang of MEASURED) {
        await open(page, stage.scene, lang);
        expect(await cutOff(page), `on a phone, in ${lang}`).toEqual([]);
      }
    });
  });
}

/** Nothing moves for whoever asks for that, whatever is pressed or waited for: the rules of the one style sheet are walked through. */
export function checkMotion(stage: Stage): void {
  it.each([
    ['reduce', []],
    ['no-preference', ['transition', 'animation', 'press']],
  ] as const)('moves for readers with the wish %s by %j', async (reducedMotion, moving) => {
    const page = await stage.newPage({ javaScriptEnabled: true, bypassCSP: true, reducedMotion });
    await page.goto(stage.scene.url);
    expect(await movementsOf(page)).toEqual(moving);
  });
}

/** The ways in which pages move, by the rules that are in effect. */
function movementsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inEffect = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) =>
        rule instanceof CSSMediaRule ? (matchMedia(rule.conditionText).matches ? inEffect(rule.cssRules) : []) : [rule],
      );
    const rules = [...document.styleSheets].flatMap((sheet) => inEffect(sheet.cssRules));
    const styles = rules.filter((rule) => rule instanceof CSSStyleRule);
    const endsTransitions = styles.some(
      ({ selectorText, style }) =>
        selectorText === '*, ::before, ::after' &&
        style.transitionProperty === 'none' &&
        style.getPropertyPriority('transition-property') === 'important',
    );
    // Of the same name, or the same selector, the last one counts.
    const frames = new Map(rules.filter((rule) => rule instanceof CSSKeyframesRule).map((rule) => [rule.name, rule]));
    const fadesOnly = (name: string) =>
      [...(frames.get(name)?.cssRules ?? [])].every((frame) =>
        [...(frame as CSSKeyframeRule).style].every((property) => property === 'opacity'),
      );
    const pressed = new Map(
      styles
        .filter(({ selectorText, style }) => /:(?:hover|active|focus)/.test(selectorText) && style.transform !== '')
        .map(({ selectorText, style }) => [selectorText, style.transform]),
    );
    const moves = {
      transition: !endsTransitions && styles.some(({ style }) => style.transitionDuration !== '' && style.transitionProperty !== 'none'),
      animation: styles.some(({ style }) => style.animationName !== '' && !fadesOnly(style.animationName)),
      press: [...pressed.values()].some((transform) => transform !== 'none'),
      scroll: styles.some(({ style }) => style.scrollBehavior === 'smooth'),
    };
    return Object.entries(moves).flatMap(([name, isSo]) => (isSo ? [name] : []));
  });
}

/** What a page costs whoever opens it. */
async function costOf(page: Page): Promise<{ bytes: number; requests: string[] }> {
  const html = await page.content();
  // What the script asks for is not waited for.
  const loaded = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries.filter(({ initiatorType }) => initiatorType !== 'fetch').map(({ name }) => name);
  });
  const requests = loaded.filter((address) => !/\/pages\/(?:script|icon|images)/.test(new URL(address).pathname));
  const sent = [html, ...(await Promise.all(requests.map(async (address) => (await page.request.get(address)).body())))];
  return { bytes: sent.reduce((sum, part) => sum + gzipSync(part).length, 0), requests };
}

/**
 * Puts the same page in another language into the window, by the choice below it, without loading its style and script again.
 * @returns false where there is no choice, because the page is shown once, or the choice leads to another page, which asks again who it is
 */
function showIn(page: Page, lang: string): Promise<boolean> {
  return page.evaluate(async (chosen) => {
    const choice = document.querySelector('.languages');
    if (!choice) return false;
    const form = choice.querySelector('form');
    const fields = [...new FormData(form ?? undefined), ['pageLanguage', chosen]] as string[][];
    const answer = form
      ? await fetch(form.getAttribute('action') ?? '', { method: 'POST', body: new URLSearchParams(fields) })
      : await fetch(`/pages/language/${chosen}`, { headers: { accept: 'text/html' } });
    const { documentElement, body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
    // As the script leaves the page.
    for (const part of body.querySelectorAll<HTMLElement>('[data-passkey]')) part.hidden = window.PublicKeyCredential === undefined;
    const controls = (of: HTMLElement) =>
      [...of.querySelectorAll<HTMLInputElement>('main :is(a, input, select, [type=submit])')].map(
        ({ tagName, name }) => `${tagName} ${name}`,
      );
    const isSame = String(controls(body)) === String(controls(document.body));
    if (isSame) {
      document.documentElement.lang = documentElement.lang;
      document.body.replaceWith(body);
    }
    return isSame;
  }, lang);
}

/** What stands out of the window, or is cut off without a sign of it. Read aloud only: what has the class `hidden`. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (one) => one.checkVisibility() && !one.closest('.hidden, svg') && one.getBoundingClientRect().width > 0,
    );
    const isOut = (one: HTMLElement) => {
      const { left, right } = one.getBoundingClientRect();
      const { overflowX, textOverflow } = getComputedStyle(one);
      const isCut = overflowX !== 'visible' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1;
      return (
        left < -1 || right > document.documentElement.clientWidth + 1 || (isCut && one.tagName !== 'INPUT' && one.tagName !== 'SELECT')
      );
    };
    const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth + 1;
    return [...(isWide ? ['the page scrolls sideways'] : []), ...shown.filter(isOut).map((one) => one.outerHTML.slice(0, 150))];
  });
}

/** Where the focus is first: on a card with something to type, the first field that is empty; elsewhere nothing, or a field. @returns what has it instead */
function misplacedFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('main input')].filter(
      (one) => one.checkVisibility() && !one.readOnly && !one.disabled && !['checkbox', 'radio'].includes(one.type),
    );
    const focused = document.activeElement ?? document.body;
    const isCard = document.body.matches('.card, .split');
    const wanted = isCard ? (fields.find(({ value }) => value === '') ?? fields[0]) : undefined;
    const isRight = wanted ? focused === wanted : focused === document.body || fields.includes(focused as HTMLInputElement);
    return isRight ? null : focused.outerHTML.slice(0, 150);
  });
}

/**
 * What can be pressed but not by the Enter key: what is neither a link nor a button, a form without a button, and a form with something to type
 * whose first button, which Enter presses there, is not its main one.
 */
function withoutEnter(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pretenders = '[onclick], [role=button], [role=link], [tabindex]:not([tabindex="0"]), a:not([href])';
    const forms = [...document.forms].filter((form) => form.checkVisibility());
    const isLost = (form: HTMLFormElement) => {
      const [first] = form.querySelectorAll('button[type=submit], button:not([type])');
      const isTyped = form.querySelector('input:not([type=hidden], [type=checkbox], [type=radio], [hidden])') !== null;
      return !first || (isTyped && form.querySelectorAll('button[type=submit]').length > 1 && first.matches('.quiet, .link'));
    };
    return [...document.body.querySelectorAll(pretenders), ...forms.filter(isLost)].map((one) => one.outerHTML.slice(0, 150));
  });
}

/** Walks through a page with the Tab key, after opening by Enter what its middle keeps closed. @returns what is passed over, comes out of its order, is not shown where it is, or out of sight */
async function unreached(page: Page): Promise<string[]> {
  for (const summary of await page.locator('main summary').all()) await summary.press('Enter');
  const expected = await page.evaluate(() => {
    const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')].filter(
      (one) => one.checkVisibility() && !(one as HTMLInputElement).disabled && one.getAttribute('type') !== 'hidden',
    );
    for (const [at, one] of stops.entries()) one.dataset['stop'] = String(at);
    return stops.length;
  });
  // Where the walk begins, whatever had the focus.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });
  const found: string[] = [];
  for (let steps = 0; steps < Math.min(expected, MAX_STOPS); steps++) {
    await page.keyboard.press('Tab');
    found.push(
      await page.evaluate(() => {
        const one = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        const { top, bottom } = one.getBoundingClientRect();
        const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        const isSeen = bottom > 0 && top < innerHeight;
        return `${one.dataset['stop']}${isMarked ? '' : ` without a mark: ${one.outerHTML.slice(0, 100)}`}${isSeen ? '' : ' out of sight'}`;
      }),
    );
  }
  await page.evaluate(() => document.body.removeAttribute('tabindex'));
  return found.filter((stop, at) => stop !== String(at));
}
