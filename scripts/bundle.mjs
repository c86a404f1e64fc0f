// Puts the compiled service, the command line and their packages into a few files: a start opens 800 files instead of 3,500.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const OUT = join(import.meta.dirname, '../dist/src');
const SERVICE = join(OUT, 'serve.js');
/** Each becomes one line that leads into the bundle. */
const ENTRIES = { service: SERVICE, gatehouse: join(OUT, 'cli/gatehouse.js') };
/** Loaded before the service, which must meet the same ones. */
const BEFORE = ['heap.js', 'stop-signals.js'].map((name) => join(OUT, name));
/** Native code, what starts threads from files of its own, and what packages of NestJS load by themselves and must not meet a second time. */
const SEPARATE = [
  'libsql',
  'bcrypt',
  '@node-rs/argon2',
  '@napi-rs/image',
  'pino',
  '@opentelemetry/',
  'typeorm',
  'class-validator',
  'class-transformer',
  'reflect-metadata',
];

/** What a module finds beside itself stays where it is, and the bundle lies elsewhere. */
const places = {
  name: 'places',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    // Modules of rolldown itself have no file.
    if (id.startsWith('\0') || !code.includes('import.meta.')) return null;
    const [folder, file] = [dirname(id), id].map((path) => JSON.stringify(`/${relative(OUT, path)}`));
    return {
      code: code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
        .replaceAll('import.meta.url', `new URL('.' + ${file}, import.meta.url).href`),
      map: null,
    };
  },
};

const bundle = await rolldown({
  input: ENTRIES,
  platform: 'node',
  external: (id, importer) =>
    SEPARATE.some((name) => id === name || id.startsWith(name.endsWith('/') ? name : `${name}/`)) ||
    (importer === SERVICE && BEFORE.includes(join(OUT, id))),
  plugins: [places],
  onLog(level, log, report) {
    // Drivers of other databases and other frameworks, which packages use where they are; direct `eval` in a package that names what calls it.
    if (!['UNRESOLVED_IMPORT', 'EVAL'].includes(log.code ?? '')) report(level, log);
  },
});
const { output } = await bundle.generate({
  format: 'esm',
  keepNames: true,
  entryFileNames: 'bundle-[name].js',
  chunkFileNames: 'bundle-[name]-[hash].js',
});
await bundle.close();
for (const file of output) writeFileSync(join(OUT, file.fileName), file.type === 'chunk' ? file.code : file.source);
for (const [name, entry] of Object.entries(ENTRIES)) {
  const [first = ''] = readFileSync(entry, 'utf8').split('\n');
  const path = relative(dirname(entry), join(OUT, `bundle-${name}.js`));
  const lines = [...(first.startsWith('#!') ? [first] : []), `export * from '${path.startsWith('.') ? path : `./${path}`}';`, ''];
  writeFileSync(entry, lines.join('\n'));
  rmSync(`${entry}.map`, { force: true });
}
