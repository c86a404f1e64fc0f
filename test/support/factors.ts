// Second factors as people have them: an authenticator app that shows codes by the service's clock.
import { generateSync } from 'otplib';
import { Clock } from '../../src/common/primitives/clock.js';
import { RecoveryCodes } from '../../src/users/accounts/factors/recovery-codes.service.js';
import { STEP_SECONDS } from '../../src/users/accounts/factors/totp.js';
import { TotpFactors } from '../../src/users/accounts/factors/totp-factors.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { Database } from '../../src/common/database/database.js';
import type { Page } from './browser.js';
import { noteSecret } from './secrets.js';
import type { TestService } from './service.js';

const STEP_MS = STEP_SECONDS * 1_000;

/** An authenticator app. */
export interface App {
  secret: string;
  /** What it shows now, or `steps` of 30 seconds from now. */
  code(steps?: number): string;
}

/** Moves the clock to the beginning of a step, so that none ends between a code and its check. */
export function beginStep(service: TestService): void {
  const clock = service.get(Clock);
  clock.advance(STEP_MS - (clock.nowMs() % STEP_MS));
}

export function appWith(service: TestService, secret: string): App {
  return { secret, code: (steps = 0) => generateSync({ secret, epoch: service.get(Clock).nowSeconds() + steps * STEP_SECONDS }) };
}

export const ownerOf = ({ no, id, orgNo, tokenGeneration }: Person) => ({ userNo: no, userId: id, orgNo, generation: tokenGeneration });

/** Sets an app up for a person as an import does, so that no code is used up. */
export async function addApp(service: TestService, person: Person): Promise<App> {
  const { secret } = await service.get(TotpFactors).begin(person.no);
  noteSecret('secret of an app', secret);
  await service.get(Database).write('add app', async (tx) => {
    await service.get(TotpFactors).importIn(tx, [{ userNo: person.no, secret }], person.id);
  });
  return appWith(service, secret);
}

/** The recovery codes that a page shows. */
export const codesOn = ({ html = '' }: Page): string[] =>
  [...html.matchAll(/<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/g)].map(([, code = '']) => code);

export async function addRecoveryCodes(service: TestService, person: Person): Promise<string[]> {
  const codes = (await service.get(RecoveryCodes).renew(ownerOf(person))) ?? [];
  for (const code of codes) noteSecret('recovery code', code);
  return codes;
}
