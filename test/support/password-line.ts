// Fills the line of passwords with work that stands still, so that whoever comes next is refused.
import { availableParallelism } from 'node:os';
import { PasswordLine, WAITING_PER_CORE } from '../../src/users/authentication/passwords/password-line.service.js';
import type { TestService } from './service.js';

/** @returns a function that lets everybody in the line go, and waits for the end of it */
export function fillPasswordLine(service: TestService): () => Promise<void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const line = service.get(PasswordLine);
  const places = availableParallelism() * (1 + WAITING_PER_CORE);
  const tasks = Array.from({ length: places }, () => line.runInLine({ worth: 'signIn' }, () => released));
  return async () => {
    release();
    await Promise.all(tasks);
  };
}
