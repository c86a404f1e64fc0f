// Every page, by day and by night, on a wide and on a narrow screen.
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { useStage } from './browser.js';
import { PHONE } from './chromium.mjs';
import { PAGES } from './pages.mjs';

const stage = useStage();

interface Violation {
  id: string;
  nodes: Array<{ html: string; failureSummary: string }>;
}

/** The rules of axe-core that look at colours: all that night can change. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** What axe-core has to say about a page. */
async function faults(page: Page, options: object = {}): Promise<string[]> {
  const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

describe.each(PAGES)('the page $name', ({ title, open }) => {
  it('is accessible by day and by night, and fits a phone', async () => {
    // The pages forbid every script; only the measuring one is let in.
    const page = await stage.newPage({ javaScriptEnabled: true, bypassCSP: true });
    await open(page, stage.scene);
    expect(await page.title()).toBe(title);
    await page.evaluate(axe.source);
    expect(await faults(page), 'by day').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faults(page, COLOURS), 'by night').toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(excess).toBe(0);
    expect(await faults(page), 'on a phone').toEqual([]);
  });
});
