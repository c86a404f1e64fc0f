// `npm run compile`: translates the sources into `dist`, file by file, by the compiler that the tests have (oxc, of rolldown). It checks no
// types: `npm run lint` does. `dist/src/main.js` is written last: `npm start` reads its time as the time of the whole build.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformSync } from 'rolldown/utils';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'dist');
const LAST = 'src/main.ts';
const { compilerOptions: options } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));

/** Of no use at run time: tests, types, and the source of a script that is sent to browsers as its own file. */
const LEFT_OUT = /\.spec\.tsx?$|\.d\.m?ts$/;
const TRANSLATED = /\.(tsx?|m?js)$/;
const COPIED = /\/texts\/.+\.json$|^src\/admin\/openapi\/[^/]+\.json$|^src\/oidc\/pages\/script\/[^/]+\.js$|\.bin$/;

const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
  .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));

rmSync(OUT, { recursive: true, force: true });
for (const file of files.filter((name) => COPIED.test(name))) {
  mkdirSync(dirname(join(OUT, file)), { recursive: true });
  copyFileSync(join(ROOT, file), join(OUT, file));
}
const translated = files.filter((name) => TRANSLATED.test(name) && !COPIED.test(name) && name !== LAST);
const faults = ['ormconfig.ts', ...translated, LAST].flatMap(translate);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  // Half a build must not pass for one.
  rmSync(join(OUT, LAST.replace(/ts$/, 'js')), { force: true });
  process.exitCode = 1;
}

/** @param {string} file @returns {string[]} what the compiler refuses */
function translate(file) {
  const { code, map, errors } = transformSync(file, readFileSync(join(ROOT, file), 'utf8'), {
    target: options.target,
    decorator: { legacy: options.experimentalDecorators, emitDecoratorMetadata: options.emitDecoratorMetadata },
    jsx: { runtime: 'automatic', importSource: options.jsxImportSource },
    sourcemap: options.sourceMap,
  });
  if (errors.length > 0) return errors.map(({ message }) => `${file}: ${message}`);
  const target = join(OUT, file.replace(/\.tsx?$/, '.js'));
  const name = `${target.slice(target.lastIndexOf('/') + 1)}.map`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.map`, JSON.stringify({ ...map, file: undefined, sources: [relative(dirname(target), join(ROOT, file))] }));
  writeFileSync(target, `${code}\n//# sourceMappingURL=${name}\n`);
  return [];
}
