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
 * @param {string} root folder of the sources; the files go into its `dist` @param {string} base path below which they are served, with slashes
 * @returns {import('vite').UserConfig}
 */
export function builtPage(root, base) {
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
