// Says that a change was made, and offers to undo it where the API can.
import { refresh } from '../api/changing.ts';
import { sendRequest, type ApiRequest } from '../api/client.ts';
import type { paths } from '../api/document.d.ts';
import { asFault } from '../api/fault.ts';
import { oppositeOf } from '../api/opposites.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announce } from './announcements.tsx';
import { faultText } from './fault.tsx';

const t = textsOf<typeof en>(SHELL);

/** @param done a whole sentence @param requests undone together or not at all @param stale routes to read again after that */
export function announceChange(done: string, requests: ReadonlyArray<ApiRequest<unknown>>, stale: ReadonlyArray<keyof paths>): void {
  const undo = Promise.all(requests.map(oppositeOf)).then((opposites) => {
    const known = opposites.filter((one) => one !== undefined);
    return known.length > 0 && known.length === opposites.length ? () => void send(known, stale) : undefined;
  });
  announce(done, { undo });
}

async function send(opposites: ReadonlyArray<ApiRequest<unknown>>, stale: ReadonlyArray<keyof paths>): Promise<void> {
  try {
    for (const opposite of opposites) await sendRequest(opposite);
    // What a deletion took away for good is said, so that it isn't missed later.
    announce(t(opposites.some(({ route }) => route.endsWith('/_restore')) ? 'undo.restored' : 'undo.done'));
  } catch (error) {
    announce(t('undo.failed', { why: faultText(asFault(error)) }), { isFault: true });
  }
  await refresh(stale);
}
