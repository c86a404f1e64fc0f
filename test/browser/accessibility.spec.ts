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

/** What axe-core has to say about a page. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

describe.each(PAGES)('the page $name', ({ title, open }) => {
  it('is accessible by day and by night, and fits a phone', async () => {
    // The pages forbid every script; only the measuring one is let in.
    const page = await stage.newPage({ javaScriptEnabled: true, bypassCSP: true });
    await open(page, stage.scene);
    expect(await page.title()).toBe(title);
    await page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faults(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize(PHONE);
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(excess).toBe(0);
    expect(await faults(page), 'on a phone').toEqual([]);
  });
});
