// Links to a part of a page lead to a heading that is there. VitePress itself checks that the page exists.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** @throws an error that names each link of the built site whose fragment no element has */
export function checkFragments(site: string): void {
  const pages = new Map(
    readdirSync(site, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(site, file), 'utf8')]),
  );
  const ids = new Map([...pages].map(([page, html]) => [page, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))]));
  const dead = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/ href="(?![a-z]+:)([^"#]*)#([^"]+)"/g)]
      .map(([, path = '', fragment = '']) => ({
        target:
          path === '' ? page : posix.join(path.startsWith('/') ? '' : posix.dirname(page), path, path.endsWith('/') ? 'index.html' : ''),
        fragment: decodeURIComponent(fragment),
      }))
      .filter(({ target, fragment }) => !ids.get(target.replace(/^\//, ''))?.has(fragment))
      .map(({ target, fragment }) => `${page}: ${target}#${fragment}`),
  );
  if (dead.length > 0) throw new Error(`Links to headings that don't exist:\n${[...new Set(dead)].join('\n')}`);
}
