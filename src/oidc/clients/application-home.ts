// The home address of an application, for people who need a way back to it.
import type { ClientRecord } from './clients.service.js';

/** The application's own site, if a registered redirect URI reveals it. */
export function applicationHome(client: ClientRecord): string | undefined {
  const web = client.kind === 'application' ? client.config.redirectUris.find((uri) => /^https?:/.test(uri)) : undefined;
  return web && new URL(web).origin;
}
