// Fills the line of passwords with work that stands still, so that whoever comes next is refused.
import { availableParallelism } from 'node:os';
import { PasswordQueue, WAITING_PER_CORE } from '../../src/users/authentication/passwords/password-queue.service.js';
import type { TestService } from './service.js';

/** @returns a function that lets everybody in the line go, and waits for the end of it */
export function fillPasswordQueue(service: TestService): () => Promise<void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const line = service.get(PasswordQueue);
  const places = availableParallelism() * (1 + WAITING_PER_CORE);
  const tasks = Array.from({ length: places }, () => line.runInLine({ worth: 'signIn' }, () => released));
  return async () => {
    release();
    await Promise.all(tasks);
  };
}
