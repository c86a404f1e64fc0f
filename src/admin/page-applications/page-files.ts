// Serves a page of this service, the console or the explorer: the files that Vite wrote to its `dist`, each known by name when the service starts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { NextFunction, Request, Response } from 'express';

/** Ends a sign-in that runs in a window of its own, and hands its address to the page. Silent sign-ins end there too. */
export const RENEWAL_PAGE = 'renewed.html';

/** The root of the package, from the sources and from the compiled code. */
const ROOTS = ['../../..', '../../../..'].map((root) => join(import.meta.dirname, root));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
/** Written at build beside each file, best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const A_YEAR_SECONDS = 31_536_000;

/** Nothing inline, nothing from elsewhere, no evaluated text. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";
const RENEWAL_HEADERS = {
  'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};
/** The window of a sign-in keeps its opener. */
const PAGE_HEADERS = { ...RENEWAL_HEADERS, 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' };

interface PageFiles {
  /** Name of the folder in the root of the package. */
  folder: string;
  /** In sentences: `The console`. */
  called: string;
  /** Whether the page itself is at this path, which is relative to its own and starts with a slash. */
  isPage(path: string): boolean;
}

/** @returns a handler for the requests below the path of the page */
export function pageFiles({ folder, called, isPage }: PageFiles) {
  const built = ROOTS.map((root) => join(root, folder, 'dist')).find((dist) => existsSync(join(dist, 'index.html')));
  if (built === undefined) return notBuilt(called, isPage);
  const names = new Set(filesIn(built));
  const [index, renewal] = ['index.html', RENEWAL_PAGE].map((name) => readFileSync(join(built, name)));
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const name = request.path.slice(1);
    if (name === RENEWAL_PAGE) return void response.set(RENEWAL_HEADERS).type('html').send(renewal);
    if (!name.startsWith('assets/')) return isPage(request.path) ? void response.set(PAGE_HEADERS).type('html').send(index) : next();
    if (!names.has(name)) return next();
    const [coding, suffix] = ENCODINGS.find(([word, end]) => names.has(name + end) && request.acceptsEncodings(word) !== false) ?? [];
    if (coding) response.set('Content-Encoding', coding);
    // The name contains a digest of the content.
    response.set({
      'Cache-Control': `public, max-age=${A_YEAR_SECONDS}, immutable`,
      'Content-Type': TYPES[extname(name)],
      Vary: 'Accept-Encoding',
    });
    response.sendFile(name + (suffix ?? ''), { root: built, cacheControl: false, lastModified: false, acceptRanges: false });
  };
}

/** Paths below `folder`, with slashes. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** The service was compiled alone, as during its development. */
function notBuilt(called: string, isPage: (path: string) => boolean) {
  return ({ path }: Request, response: Response, next: NextFunction): void => {
    if (!isPage(path)) return next();
    response.status(503).type('text').send(`${called} is not built. Run: npm run build`);
  };
}
