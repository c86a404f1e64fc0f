// Work for which no time passes: waits that begin in it are not over in it, however busy the machine is.
import { vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import type { TestService } from './service.js';

export async function inOneMoment(service: Pick<TestService, 'get'>, work: () => Promise<void>): Promise<void> {
  const clock = service.get(Clock);
  const now = vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
  try {
    await work();
  } finally {
    now.mockRestore();
  }
}
