// The documentation site as a reader has it: built anew, served by nothing but files. The build fails on a link that leads nowhere.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../browser/axe.js';
import { launchChromium } from '../browser/chromium.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILD_MS = 120_000;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const WIDE = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 760 };

let folder: string;
let server: Server;
let browser: Browser;
let base: string;
/** What a page asked other hosts for, and what went wrong in it. */
const faults: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-site-'));
  const vitepress = join(ROOT, 'node_modules/vitepress/bin/vitepress.js');
  await promisify(execFile)(process.execPath, [vitepress, 'build', 'docs', '--outDir', folder], { cwd: ROOT });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname.endsWith('/') ? `${pathname}index.html` : decodeURIComponent(pathname);
    readFile(join(folder, file)).then(
      (content) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
}, BUILD_MS);

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('data:')) faults.push(`asked for ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(base + path, { waitUntil: 'networkidle' });
  return page;
}

const isWiderThanWindow = (page: Page) => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describe('the documentation site', () => {
  it.each(['light', 'dark'] as const)('has an accessible front page on a desk and on a phone: %s', async (colorScheme) => {
    for (const viewport of [WIDE, PHONE]) {
      const page = await open('/', { colorScheme, viewport });
      expect((await page.locator('html.dark').count()) === 1).toBe(colorScheme === 'dark');
      expect(await violationsOf(page), String(viewport.width)).toEqual([]);
      expect(await isWiderThanWindow(page), String(viewport.width)).toBe(false);
    }
  });

  it('finds pages by their words', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('recovery codes');
    const result = page.getByRole('option').filter({ hasText: 'Signing in' }).first();
    await result.click();
    await page.waitForURL(`${base}/sign-in.html*`);
    await page.getByRole('heading', { level: 1, name: 'Signing in' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('draws the diagrams of the architecture: %s', async (colorScheme) => {
    const page = await open('/architecture.html', { colorScheme });
    const diagrams = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('```mermaid\n').length - 1;
    expect(diagrams).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.diagram svg').count(), { timeout: 20_000 }).toBe(diagrams);
    expect(await page.locator('.diagram svg[aria-roledescription=error]').count()).toBe(0);
    expect(await isWiderThanWindow(page)).toBe(false);
  });

  it('is readable without scripts', async () => {
    const page = await open('/getting-started.html', { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Getting started');
    expect(await page.locator('main pre').first().isVisible()).toBe(true);
  });

  it('serves the files beside docs/ that guides link to', async () => {
    const answer = await fetch(`${base}/files/src/admin/openapi/openapi.json`);
    expect(((await answer.json()) as { openapi: string }).openapi).toMatch(/^3\./);
  });
});
