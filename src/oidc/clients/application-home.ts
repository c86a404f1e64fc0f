// Where an application lives, for people who have to find their way back to it.
import type { ClientRecord } from './clients.service.js';

/** The application's own site, as far as a registered redirect URI tells. */
export function applicationHome(client: ClientRecord): string | undefined {
  const web = client.kind === 'application' ? client.config.redirectUris.find((uri) => /^https?:/.test(uri)) : undefined;
  return web && new URL(web).origin;
}
