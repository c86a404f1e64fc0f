// What the entry of the program starts, in the process of the tests: cheaper than a process, for what a process would not show.
import { existsSync, readFileSync } from 'node:fs';
import { bootstrapFile, bootstrapRule } from '../../src/bootstrap.js';
import { JsonLog } from '../../src/common/logging/log.js';
import { loadSettings } from '../../src/common/settings/settings.js';
import { createService } from '../../src/create-app.js';
import { openPorts, refusedStart } from '../../src/refused-start.js';
import { found, isSearched, noteSecret, noteSecretsIn } from './secrets.js';
import { freePort } from './service.js';

export interface StartedHere {
  url: string;
  /** Whether this start was the first one. */
  bootstrapped: boolean;
  /** What it logged so far, from the level `info`. */
  output(): string;
  /** @throws Error when a secret of this spec file lies in the log */
  close(): Promise<void>;
}

/** @param env of a ground @param more variables, such as a chosen PORT */
export async function startHere(env: Record<string, string>, more: Record<string, string> = {}): Promise<StartedHere> {
  const port = more['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = loadSettings({ ...env, PORT: port, PUBLIC_URL: url, ...more }, [bootstrapRule]);
  const lines: string[] = [];
  const log = new JsonLog('info', { write: (line: string) => void lines.push(line) });
  const service = await createService(settings, undefined, log);
  await openPorts(settings, service.listen()).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  const output = () => lines.join('');
  const close = async () => {
    await service.close();
    noteSecret('master key', settings.masterKey?.toString('base64'));
    const file = bootstrapFile(settings.dataDir);
    if (existsSync(file)) noteSecretsIn(JSON.parse(readFileSync(file, 'utf8')));
    const faults = isSearched() ? found('the log', output()) : [];
    if (faults.length > 0) throw new Error(`Secrets lie in clear:\n${faults.join('\n')}`);
  };
  return { url, bootstrapped: service.bootstrapped, close, output };
}

/** The sentence that the entry writes before it exits with 1. @throws Error when the service starts, and any error without a sentence */
export async function refusedHere(env: Record<string, string>, more: Record<string, string> = {}): Promise<string> {
  const sentence = await startHere(env, more).then(async (service) => {
    await service.close();
    throw new Error('The service started.');
  }, refusedStart);
  if (typeof sentence !== 'string') throw sentence;
  if (/^\s+at /m.test(sentence)) throw new Error(`A stack is no sentence: ${sentence}`);
  return sentence;
}
