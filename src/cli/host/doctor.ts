// `gatehouse doctor`: checks a service on its host and suggests fixes.
import 'reflect-metadata';
import '../../oidc/provider/runtime-warning.js';
import { existsSync } from 'node:fs';
import type { Settings } from '../../common/settings/settings.js';
import { recordedAddress } from '../service/access.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { printable, styled } from '../terminal/style.js';
import { CHECKS, checkSettings, type Finding } from './doctor-checks.js';
import { hostEnvironment } from './host-settings.js';

const MARKS = { ok: ['green', 'ok     '], warning: ['yellow', 'warning'], fault: ['red', 'fault  '] } as const;

/** @returns `failed` if there is a fault; warnings alone don't count */
export async function doctor(
  { envFile = settingsHere(), json }: { envFile?: string; json?: boolean },
  given: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const env = hostEnvironment(envFile, given);
  const found: Finding[] = [];
  const tell = (findings: readonly Finding[]) => {
    found.push(...findings);
    if (!json) process.stdout.write(findings.map(lineOf).join(''));
  };
  const { findings, settings } = checkSettings(env);
  tell(findings);
  for (const check of settings ? CHECKS : []) tell(await check(atItsAddress(settings!, env)));
  const worst = (['fault', 'warning', 'ok'] as const).find((state) => found.some((one) => one.state === state)) ?? 'ok';
  if (json) process.stdout.write(`${JSON.stringify({ state: worst, findings: found }, null, 2)}\n`);
  return worst === 'fault' ? EXIT.failed : EXIT.done;
}

/** The file that `gatehouse setup` writes, if it is here. */
function settingsHere(): string | undefined {
  return existsSync('.env') ? '.env' : undefined;
}

/** Without PUBLIC_URL and PORT in its settings, the service runs where it wrote that it does at its start. */
function atItsAddress(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  if (env['PUBLIC_URL'] || env['PORT']) return settings;
  return { ...settings, publicUrl: recordedAddress({ ...env, DATA_DIR: settings.dataDir }) ?? settings.publicUrl };
}

function lineOf({ check, state, says, todo }: Finding): string {
  const [style, mark] = MARKS[state];
  const next = todo === undefined ? '' : `${' '.repeat(9)}${styled(process.stdout, 'dim', `→ ${printable(todo)}`)}\n`;
  return `${styled(process.stdout, style, mark)}  ${check}: ${printable(says)}\n${next}`;
}
