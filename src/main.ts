// Reads the settings, creates the service, listens; exits with 1 and a message if it cannot start.
import 'reflect-metadata';
import './oidc/provider/runtime-warning.js';
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { bootstrapFile, bootstrapRule } from './bootstrap.js';
import { DatabaseInUseError } from './common/database/dialect.js';
import { WrongMasterKeyError } from './common/crypto/keyring.service.js';
import { EXPLORER_PATH, loadSettings, misspeltSettings, SettingsError, type Settings } from './common/settings/settings.js';
import { createService } from './create-app.js';
import { StartError } from './storage.js';

const EXPECTED = [SettingsError, StartError, WrongMasterKeyError, DatabaseInUseError];
const STOP_MS = 10_000;

// Files with databases, keys and credentials must be private.
process.umask(0o077);
// On a machine with much memory V8 lets the heap grow to four times its live size before it collects: an import would take 250 MiB for 60 MiB of data.
setFlagsFromString('--heap-growing-percent=100');

try {
  await start();
} catch (error) {
  console.error(EXPECTED.some((type) => error instanceof type) ? (error as Error).message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  // Also when the settings are refused: it may be the reason.
  for (const warning of misspeltSettings(process.env)) console.error(warning);
  const settings = loadSettings(process.env, [bootstrapRule]);
  const service = await createService(settings);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await service.listen().catch((error: unknown) => {
    throw (error as { code?: string }).code === 'EADDRINUSE' ? new StartError(portTaken(settings)) : error;
  });
  greet(settings, service.bootstrapped);
}

function portTaken({ host, port }: Settings): string {
  return `Another program listens on ${host}, port ${port}. Stop it, or set PORT to another port.`;
}

/** For the person at the terminal, on standard error, so that standard output stays one JSON object a line. */
function greet({ publicUrl, dataDir, explorer }: Settings, first: boolean): void {
  const file = bootstrapFile(dataDir);
  const read = (member: string) => `$(node -p 'require("${file}").serviceUser.${member}')`;
  const lines = [
    `Gatehouse is ready at ${publicUrl}`,
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
