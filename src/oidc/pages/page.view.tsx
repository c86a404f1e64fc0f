// What every page is built from, and the headers that go with it. Only the form_post page has a script.
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { iconAddress, styleAddress } from './style.js';
import type { TextKey, Texts } from './texts/texts.js';

/** What a page shows of the organization. */
export interface Look {
  accent: string;
  /** The organization's name, unless it is not to be shown. */
  name?: string;
}

/** The language and the look of a page. The first parameter of every view. */
export interface PageContext {
  texts: Texts;
  look: Look;
}

export function Page({
  pageContext: { texts, look },
  title,
  children,
}: {
  pageContext: PageContext;
  title: string;
  children: ComponentChildren;
}): VNode {
  return (
    <html lang={texts.lang}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href={iconAddress(look.accent)} />
        <link rel="stylesheet" href={styleAddress(look.accent)} />
      </head>
      <body>
        <main>
          {look.name && <p class="organization">{look.name}</p>}
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

/** What went wrong and what to do; fields refer to it by {@link errorAttributes}. */
export function PageError({ children }: { children: ComponentChildren }): VNode | null {
  return children ? (
    <p class="error" id="error" role="alert">
      {children}
    </p>
  ) : null;
}

/** The attributes of a field that a {@link PageError} is about. */
export function errorAttributes(error: string | undefined): { 'aria-describedby'?: string; 'aria-invalid'?: 'true' } {
  return error ? { 'aria-describedby': 'error', 'aria-invalid': 'true' } : {};
}

/** Stands for the value while the text is put together. */
const PLACE = '\u0000';

/** A text with one value, which is emphasized. */
export function Strong({ texts, name, value }: { texts: Texts; name: TextKey; value: Record<string, string> }): VNode {
  const [[key, shown] = ['', '']] = Object.entries(value);
  const [before, after] = texts.t(name, { [key]: PLACE }).split(PLACE);
  return (
    <>
      {before}
      <strong>{shown}</strong>
      {after}
    </>
  );
}

/** The page as HTML; every text in it is escaped by the renderer. */
export function renderPage(page: VNode): string {
  return `<!DOCTYPE html>${render(page)}`;
}

/**
 * Headers of a page.
 * @param formTargets URLs that a form's response may redirect to: browsers check the whole chain against `form-action`
 */
export function pageHeaders(formTargets: readonly (string | undefined)[] = []): Record<string, string> {
  const targets = ["'self'", ...formTargets.flatMap((target) => formSource(target))].join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    // Without any referrer, browsers send `Origin: null` with a form, and forms are checked by their origin.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

/** A source expression (CSP Level 3 section 2.3.1) for an address; an own scheme is named as such. */
function formSource(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const url = new URL(address);
  return [url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol];
}
