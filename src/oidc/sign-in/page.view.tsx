// The frame of every page, its one style sheet, and the headers that go with it. No page has a script.
import { createHash } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--ground:#f3f4f6;--line:#8b929c;--accent:#1f4fbf;--on-accent:#fff;--fault:#a4161a}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--paper:#1c2026;--ground:#111418;--line:#7d8590;--accent:#8ab4ff;--on-accent:#0b1526;--fault:#ff9c9c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:2rem 1.5rem;background:var(--paper)}
@media (min-width:30rem){main{border-radius:.75rem;margin:1rem;box-shadow:0 1px 6px rgb(0 0 0/.2)}}
h1{margin:0 0 1rem;font-size:1.4rem;line-height:1.25}
p{margin:0 0 1rem;overflow-wrap:anywhere}
label{display:block;margin-bottom:.25rem;font-weight:600}
input{width:100%;padding:.65rem .75rem;margin-bottom:1rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.4rem}
button,.button{display:inline-block;width:100%;padding:.7rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:0;border-radius:.4rem;cursor:pointer}
button.quiet{margin-top:.75rem;color:var(--accent);background:transparent}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.fault{color:var(--fault);font-weight:600}
small{color:inherit;opacity:.8}
`;

const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export function Page({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

/** The page as HTML; every text in it is escaped by the renderer. */
export function renderPage(page: VNode): string {
  return `<!DOCTYPE html>${render(page)}`;
}

/**
 * Headers of a page.
 * @param formTargets addresses that a form's answer may redirect to: browsers hold the whole chain against `form-action`
 */
export function pageHeaders(formTargets: readonly (string | undefined)[] = []): Record<string, string> {
  const targets = ["'self'", ...formTargets.flatMap((target) => formSource(target))].join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src ${STYLE_SOURCE}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    // Browsers send `Origin: null` with a form when the referrer is withheld altogether, and the form is checked by its origin.
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
