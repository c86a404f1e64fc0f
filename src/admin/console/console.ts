// Serves the console. Every address below its path but those of files is known by its router.
import type { INestApplication } from '@nestjs/common';
import { CONSOLE_PATH } from '../../common/settings/settings.js';
import { pageFiles } from '../page-applications/page-files.js';

/** Call before the application is initialized. */
export function serveConsole(app: INestApplication): void {
  app.use(CONSOLE_PATH, pageFiles({ folder: 'console', called: 'The console', isPage: () => true }));
}
