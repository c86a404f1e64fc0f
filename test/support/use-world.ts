// A running service with an organization of its own, for the tests of a spec file.
import { afterAll, beforeAll } from 'vitest';
import type { TestService } from './service.js';
import { sharedService } from './shared-service.js';
import { makeWorld, type World } from './world.js';

/** Those of the file that runs now: the files of a worker run one after the other. */
export let service: TestService;
export let world: World;

/** Call at the top of a spec file. @param start `startService` for a service that no other file uses */
export function useWorld(start: () => Promise<TestService> = sharedService): void {
  beforeAll(async () => {
    service = await start();
    world = await makeWorld(service);
  });
  afterAll(() => service.close());
}
