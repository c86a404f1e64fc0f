// Links of the repository on the site. Guides link to each other and to other files of the repository as GitHub shows them.
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** Where the site has files that are no pages. */
const FILES = 'files';
/** Other files of the repository that a page links to, by their path. */
const linkedFiles = new Set<string>();

/** The page of the site for a Markdown file of the repository: docs/ is its root, others keep their path below a folder. */
export function addressOf(file: string): string {
  return file.startsWith('docs/') ? file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md') : `repository/${file}`;
}

/** The fragment of a heading, as GitHub makes it. */
export function githubSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Makes links to files of the repository lead to their pages, and to copies of files that are no pages. */
export function repositoryLinks(md: MarkdownRenderer, root: string): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const file = (env as { realPath?: string }).realPath;
    if (!file) return;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' && token.attrGet('href');
      if (!href || /^([a-z]+:|#|\/)/i.test(href)) continue;
      const [path = '', fragment] = href.split('#');
      const target = resolve(dirname(file), decodeURI(path));
      const inside = relative(root, target).split(sep).join('/');
      if (inside.endsWith('.md')) {
        token.attrSet('href', `/${addressOf(inside)}${fragment ? `#${fragment}` : ''}`);
      } else if (existsSync(target) && statSync(target).isFile()) {
        linkedFiles.add(inside);
        token.attrSet('href', `/${FILES}/${inside}`);
        // Not a page: the browser opens it.
        token.attrSet('target', '_self');
      }
    }
  });
}

/** Puts the files that pages link to beside the pages. */
export function copyLinkedFiles(root: string, site: string): void {
  for (const file of linkedFiles) {
    const copy = join(site, FILES, file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, file), copy);
  }
}
