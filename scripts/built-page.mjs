// How Vite builds a page of this service into files, each with its compressed forms beside it: the console and the explorer.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Smaller files would not become smaller. */
const MIN_BYTES = 512;

/** @param {string} file */
async function compress(file) {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/**
 * A template of links with which the first script lets the browser load chunks, what they import, and their styles. In the page itself they would share the
 * line with that script; and its own requests come before them.
 * @param {readonly string[]} sources the files that the chunks begin with @param {import('vite').Rollup.OutputBundle} bundle @param {string} base
 * @returns {import('vite').HtmlTagDescriptor[]}
 */
function linksTo(sources, bundle, base) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  /** With what it imports. @param {import('vite').Rollup.OutputChunk | undefined} chunk @returns {import('vite').Rollup.OutputChunk[]} */
  const whole = (chunk) =>
    chunk === undefined ? [] : [chunk, ...chunk.imports.flatMap((name) => whole(chunks.find(({ fileName }) => fileName === name)))];
  const first = new Set(chunks.filter(({ isEntry, dynamicImports }) => isEntry && dynamicImports.length > 0).flatMap(whole));
  const later = new Set(sources.flatMap((source) => whole(chunks.find(({ facadeModuleId }) => facadeModuleId === source))));
  const styles = new Set([...later].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  const link = (/** @type {Record<string, string>} */ attrs) => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: true, fetchpriority: 'low' },
  });
  const scripts = [...later]
    .filter((chunk) => !first.has(chunk))
    .map(({ fileName }) => link({ rel: 'modulepreload', href: base + fileName }));
  return [
    ...[...styles].map((name) => ({
      ...link({ rel: 'preload', as: 'style', href: base + name }),
      injectTo: /** @type {const} */ ('head'),
    })),
    { tag: 'template', attrs: { id: 'early' }, children: scripts, injectTo: 'head' },
  ];
}

/**
 * @param {string} root folder of the sources; the files go into its `dist` @param {string} base path below which they are served, with slashes
 * @param {{ early?: readonly string[] }} options `early`: files below `root` that the first script imports, at once or soon; the page has a template `#early` of
 * links to load their code and styles with
 * @returns {import('vite').UserConfig}
 */
export function builtPage(root, base, { early = [] } = {}) {
  const sources = early.map((file) => join(root, file));
  const out = join(root, 'dist');
  return {
    root,
    base,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        // Browsers get the compressed forms as they are; nothing is compressed while the service runs.
        name: 'compressed',
        apply: 'build',
        async closeBundle() {
          await Promise.all(readdirSync(join(out, 'assets')).map((name) => compress(join(out, 'assets', name))));
        },
      },
      {
        name: 'early',
        apply: 'build',
        transformIndexHtml: {
          order: 'post',
          handler: (_, { bundle = {}, filename }) =>
            sources.length > 0 && filename.endsWith('index.html') ? linksTo(sources, bundle, base) : [],
        },
      },
    ],
    build: {
      outDir: out,
      emptyOutDir: true,
      // Data addresses would need more of the Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['index.html', 'renewed.html'].map((name) => join(root, name)),
        checks: { pluginTimings: false },
        onLog(level, log, report) {
          // Marks of packages for servers that render; this is none.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
        },
      },
    },
  };
}
