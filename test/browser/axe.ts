// What axe-core finds on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Half as long as the other form, and each page compiles it anew. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * axe-core describes only what fails, and loads no styles: only an experimental rule reads them. It checks the size of targets (WCAG 2.2, 2.5.8)
 * on request.
 */
const VIOLATIONS: RunOptions = { resultTypes: ['violations'], preload: false, rules: { 'target-size': { enabled: true } } };

/**
 * The rules that the page breaks, with their elements. The script is evaluated from outside, which no Content-Security-Policy concerns.
 * @param options of axe-core: absent, all its rules
 */
export async function violationsOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify({ ...VIOLATIONS, ...options })})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
