// Work for which no time passes: waits that begin in it are not over in it, however busy the machine is.
import { vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import type { TestService } from './service.js';

export async function inOneMoment<Result>(service: Pick<TestService, 'get'>, work: () => Promise<Result>): Promise<Result> {
  const clock = service.get(Clock);
  const now = vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
  try {
    return await work();
  } finally {
    now.mockRestore();
  }
}
