// The documentation site: `npm run docs:site` builds docs/ and the pages beside it into docs/.vitepress/dist, files that any web server can serve.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { checkFragments } from './fragments.mts';
import { addressOf, copyLinkedFiles, githubSlug, repositoryLinks } from './links.mts';
import { diagrams } from './diagrams.mts';
import { sidebar } from './sidebar.mts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export default defineConfig({
  title: 'Gatehouse',
  description:
    'An identity service: organizations and their people, SCIM 2.0, OpenID Connect and OAuth 2.0, and migration with password hashes',
  lang: 'en-US',
  // Browsers ask for /favicon.ico otherwise.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // The whole repository, since guides link to CONTRIBUTING.md, CHANGELOG.md and others beside docs/.
  srcDir: '..',
  srcExclude: ['{.,console,data,deploy,scripts,src,tour}*/**', 'test/!(security)/**'],
  rewrites: addressOf,
  // Guides name the addresses of a service that runs on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify: githubSlug },
    image: { lazyLoad: true },
    languageAlias: { ndjson: 'json' },
    config(md) {
      repositoryLinks(md, ROOT);
      diagrams(md);
    },
  },
  buildEnd({ outDir }) {
    checkFragments(outDir);
    copyLinkedFiles(ROOT, outDir);
  },
  // The index of the search, which a reader loads with the first search.
  vite: { build: { chunkSizeWarningLimit: 1_000 } },
  themeConfig: {
    sidebar: sidebar(ROOT),
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Applications', link: '/connect-an-app' },
      { text: 'Administration', link: '/administer' },
      { text: 'Operation', link: '/operate' },
      { text: 'Changes', link: '/repository/CHANGELOG' },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
