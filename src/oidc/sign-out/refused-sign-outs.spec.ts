import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { Clock } from '../../common/primitives/clock.js';
import { UpstreamError } from '../upstream/upstream.js';
import { RefusedSignOuts } from './refused-sign-outs.service.js';

class SetClock extends Clock {
  now = 1_000_000;
  override nowMs(): number {
    return this.now;
  }
}

afterEach(() => vi.restoreAllMocks());

it('are logged once a minute for each provider, however many there are', () => {
  const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const clock = new SetClock();
  const refused = new RefusedSignOuts(clock);
  const note = (id: string, times: number) => {
    for (let time = 0; time < times; time++) refused.note({ id }, new UpstreamError('invalid', 'The logout token has expired.'));
  };
  note('p1', 100);
  note('p2', 1);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ identityProviderId: 'p1', failure: 'The logout token has expired.' });
  clock.now += 60_000;
  note('p1', 1);
  expect(warn).toHaveBeenCalledTimes(3);
});
