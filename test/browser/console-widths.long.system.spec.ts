// Each page of the console on a phone, a laptop and a very wide screen, light and dark, from left to right and from right to left, without motion.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, CONSOLE_PAGES, type ConsoleScene } from './console-pages.mjs';
import { useConsole } from './console-stage.js';
import { wrongWithPage } from './console-visit.js';

const WIDTHS = [390, 1366, 2560].map((width) => ({ width, height: 844 }));
const MIN_TEXT_PX = 12;

const stage = useConsole();
let scene: ConsoleScene;
beforeAll(async () => {
  scene = await stage.makePages();
});

describe('every page', () => {
  it.each(CONSOLE_PAGES)('$name fits, is accessible and can be read', async (one) => {
    const { page, faults } = await stage.open(addressOf(one, scene), stage.administrator(), { bypassCSP: true });
    await page.getByRole('heading', { name: one.heading, level: 1 }).waitFor();
    expect(await wrongWithPage(page, WIDTHS)).toEqual([]);
    expect(await page.evaluate(smallTexts, MIN_TEXT_PX)).toEqual([]);
    expect(await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)).toBe(0);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport);
      // The fields that grow are measured again after the window has another width.
      await expect.poll(() => beyond(page), { message: `${viewport.width} px` }).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
});

/** Texts of the page that are smaller. */
function smallTexts(minPx: number): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: parent, textContent } = text;
    if (parent && textContent?.trim() && parent.checkVisibility() && parseFloat(getComputedStyle(parent).fontSize) < minPx)
      small.push(`${textContent.trim()}: ${getComputedStyle(parent).fontSize}`);
  }
  return small;
}

/** Elements that stick out of the window on either side, where nothing around them scrolls or cuts them off. */
async function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element | null): boolean =>
      element !== null && element !== document.body && (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const { position, clipPath } = getComputedStyle(element);
        const isHidden = width <= 1 || clipPath !== 'none' || position === 'fixed' || !element.checkVisibility();
        return !isHidden && (left < -1 || right > innerWidth + 1) && !isCut(element.parentElement);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
