// Loaded into the service by files-of-a-request.mjs (`--import`): answers which files of the service ran since the previous question.
import { Session } from 'node:inspector/promises';

const OWN = '/dist/src/';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** The files with a function that was called since the previous call. A module that was only loaded doesn't count. @returns {Promise<string[]>} */
async function filesThatRan() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result.filter(({ url, functions }) => url.includes(OWN) && functions.some(wasCalled));
  return files.map(({ url }) => url.slice(url.indexOf(OWN) + OWN.length).replace(/\.js$/, ''));
}

/** The function at offset 0 is the module itself. @param {import('node:inspector').Profiler.FunctionCoverage} called */
const wasCalled = ({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0;

process.on('message', (/** @type {{ do?: string } | undefined} */ message) => {
  if (message?.do !== 'filesThatRan') return;
  void filesThatRan().then((value) => process.send?.({ value }));
});
// The channel must not keep a service running that is being stopped.
process.channel?.unref();
