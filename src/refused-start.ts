// Why a service doesn't start, as a sentence for the operator.
import { DataKeysUnwrittenError, WrongMasterKeyError } from './common/crypto/keyring.service.js';
import { MasterKeyFileError } from './common/crypto/master-key.js';
import { DatabaseInUseError } from './common/database/dialect.js';
import { TracesError } from './common/observation/traces.js';
import { SettingsError, type Settings } from './common/settings/settings.js';
import { StartError } from './storage.js';

const EXPECTED = [
  SettingsError,
  StartError,
  MasterKeyFileError,
  WrongMasterKeyError,
  DataKeysUnwrittenError,
  DatabaseInUseError,
  TracesError,
];

/** @returns the sentence; for a fault of the program the error itself, which is shown with its stack */
export function refusedStart(error: unknown): unknown {
  return EXPECTED.some((type) => error instanceof type) ? (error as Error).message : error;
}

/** Waits until the ports are open. @throws StartError for the operator if another process has one of them */
export async function openPorts<T>(settings: Settings, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw portTaken(settings, error);
  }
}

function portTaken({ host, observation }: Settings, error: unknown): unknown {
  const { code, port } = error as { code?: string; port?: number };
  if (code !== 'EADDRINUSE') return error;
  const variable = port === observation.metricsPort ? 'METRICS_PORT' : 'PORT';
  return new StartError(`Another program listens on ${host}, port ${port}. Stop it, or set ${variable} to another port.`);
}
