// Builds the console into dist/, each file with its compressed forms beside it. Served at /console (src/admin/console/console-files.ts).
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const OUT = join(import.meta.dirname, 'dist');
/** Smaller files would not become smaller. */
const MIN_BYTES = 512;

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** Browsers get the compressed forms as they are; nothing is compressed while the service runs. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async closeBundle() {
    await Promise.all(readdirSync(join(OUT, 'assets')).map((name) => compress(join(OUT, 'assets', name))));
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [compressed],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // Data addresses would need more of the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'renewed.html'].map((name) => join(import.meta.dirname, name)),
      checks: { pluginTimings: false },
      onLog(level, log, report) {
        // Marks of packages for servers that render; this is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
