// The sidebar is the list of docs/README.md: its sections, and the links of their lists. So a guide that the list names is in the sidebar too.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { addressOf } from './links.mts';

/** @param root folder of the repository */
export function sidebar(root: string): DefaultTheme.SidebarItem[] {
  const [, ...sections] = readFileSync(join(root, 'docs/README.md'), 'utf8').split(/^## /m);
  return sections
    .map((section, index) => ({
      text: section.slice(0, section.indexOf('\n')),
      collapsed: index > 0,
      items: section
        .split('\n')
        .filter((line) => line.startsWith('- '))
        .flatMap((line) => [...line.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)])
        .map(([, text = '', file = '']) => ({
          text: text.charAt(0).toUpperCase() + text.slice(1),
          link: `/${addressOf(posix.join('docs', file)).replace(/(index)?\.md$/, '')}`,
        })),
    }))
    .filter(({ items }) => items.length > 0);
}
