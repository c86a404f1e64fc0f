// The service as a process: reads the settings, creates the service, listens. It exits with 1 and a message if it can't start.
import { shrinkHeap } from './heap.js';
import 'reflect-metadata';
import './oidc/provider/runtime-warning.js';
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { bootstrapFile, bootstrapRule } from './bootstrap.js';
import { CONSOLE_PATH, EXPLORER_PATH, loadSettings, misspeltSettings, respeltSettings, type Settings } from './common/settings/settings.js';
import { createService, type Service } from './create-app.js';
import { openPorts, refusedStart } from './refused-start.js';
import { onStopSignal } from './stop-signals.js';
import { runWorkers, type WorkerReady } from './workers.js';

const STOP_MS = 10_000;

// Files with databases, keys and credentials must be private.
process.umask(0o077);

try {
  await start();
} catch (error) {
  console.error(refusedStart(error));
  process.exit(1);
}

async function start(): Promise<void> {
  // Printed even if the settings are refused: a misspelled name may be the reason.
  if (cluster.isPrimary) for (const warning of misspeltSettings(process.env)) console.error(warning);
  const settings = loadSettings(process.env, [bootstrapRule]);
  if (cluster.isPrimary) for (const note of respeltSettings(process.env, settings)) console.error(note);
  const toPerson = ({ bootstrapped }: WorkerReady): void => greet(settings, bootstrapped);
  if (settings.workers > 1 && cluster.isPrimary) process.exit(await openPorts(settings, runWorkers(settings, toPerson)));
  const service = await createService(settings);
  stopOnSignal(service, settings.drainSeconds * 1_000);
  shrinkHeap();
  await openPorts(settings, service.listen());
  const { bootstrapped } = service;
  if (cluster.isWorker) process.send?.({ bootstrapped } satisfies WorkerReady);
  else toPerson({ bootstrapped });
}

/** Only the first signal counts. A process manager may send it both to this process and to its parent, which forwards it. */
function stopOnSignal(service: Service, drainMs: number): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    service.leave();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await service.close();
    process.exit(0);
  };
  onStopSignal(() => void stop());
}

/** For the person at the terminal, on standard error, so that standard output has only JSON, one object per line. */
function greet({ publicUrl, dataDir, explorer, console: hasConsole }: Settings, first: boolean): void {
  const file = bootstrapFile(dataDir);
  const read = (member: string) => `$(node -p 'require("${file}").serviceUser.${member}')`;
  const lines = [
    `Gatehouse is ready at ${publicUrl}`,
    ...(hasConsole ? [`  console       ${publicUrl}${CONSOLE_PATH}`] : []),
    `  discovery     ${publicUrl}/.well-known/openid-configuration`,
    ...(explorer ? [`  API explorer  ${publicUrl}${EXPLORER_PATH}`] : []),
    ...(existsSync(file) ? [`  credentials   ${file}`] : []),
    ...(first
      ? [
          '',
          'A first token:',
          `  curl -s ${publicUrl}/oauth/v2/token -d grant_type=client_credentials -u "${read('clientId')}:${read('clientSecret')}"`,
        ]
      : []),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}
