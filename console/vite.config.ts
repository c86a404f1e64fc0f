// Builds the console into dist/, each file with its compressed forms beside it. Served at /console (src/admin/console/console-files.ts).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const OUT = join(import.meta.dirname, 'dist');
/** Smaller files would not become smaller. */
const MIN_BYTES = 512;

/** Browsers get the compressed forms as they are; nothing is compressed while the service runs. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync(join(OUT, 'assets'))) {
      const file = join(OUT, 'assets', name);
      const content = readFileSync(file);
      if (content.length < MIN_BYTES) continue;
      writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    }
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
      onLog(level, log, report) {
        // Marks of packages for servers that render; this is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
