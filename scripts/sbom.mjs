// Writes the bill of materials of what the service ships with (CycloneDX). `npm sbom --omit dev` would leave out whatever a development
// dependency needs as well, reflect-metadata and rxjs among it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ type: string, name: string, 'bom-ref': string }} Component */
/** @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Array<{ ref: string, dependsOn: string[] }> }} Bill */

const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr}`);

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
// Of a package that is there twice, npm names one, whichever it is for. The console is a package of its own, whose packages are in its built files.
const shipped = new Set(
  Object.entries(packages).flatMap(([path, { dev, link, version, name = path.replace(/^.*node_modules\//, '') }]) =>
    dev || link ? [] : [`${name}@${version}`],
  ),
);
/** @type {Bill} */
const bill = JSON.parse(stdout);
const { component } = bill.metadata;
// npm takes the name of the folder for a package of ours.
const components = bill.components
  .filter((one) => shipped.has(one['bom-ref']))
  .map((one) => ({ ...one, name: one['bom-ref'].slice(0, one['bom-ref'].lastIndexOf('@')) }));
const { name, devDependencies } = packages[''];
/** @param {string} from @param {string} to */
const depends = (from, to) =>
  shipped.has(to) && !(from === component['bom-ref'] && Object.hasOwn(devDependencies, to.slice(0, to.lastIndexOf('@'))));
const dependencies = bill.dependencies
  .filter(({ ref }) => ref === component['bom-ref'] || shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => depends(ref, one)) }));
const metadata = { ...bill.metadata, component: { ...component, type: 'application', name } };
console.log(JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2));
