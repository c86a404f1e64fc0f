// The doors of the service, and what each control means there. `admit()` reads the order from this table, and
// test/security/doors.spec.ts walks it: each door with each control that changes while a body is under way.

/**
 * Every door has the controls of `HttpServerAdapter` before its own: request id, bounds of size and time, the limit of the network address, and
 * the log. Every write has the read-only mode in its unit of work.
 */
export interface Door {
  /** What admits its requests. */
  admittedBy: string;
  /**
   * `callerFirst`: strangers may not send a body; after a body that took time, the caller is judged again. `bodyFirst`: the caller is judged
   * once all has arrived. `streamed`: the handler reads the body, and judges again while it does.
   */
  order: 'callerFirst' | 'bodyFirst' | 'streamed';
  /** How the caller proves itself. */
  caller: 'bearer' | 'client' | 'session';
  /** Whether the caller needs a role. */
  needsRole: boolean;
  /** Whose quota a request counts against, besides that of its network address. */
  limits: 'caller' | 'client' | 'addressOnly';
  /** Whether requests of the door write, so that read-only mode refuses them. */
  writes: boolean;
  /** The format of its errors. */
  errors: 'scim' | 'problem' | 'oauth' | 'page';
}

const BEARERS = { caller: 'bearer', needsRole: true, limits: 'caller', writes: true } as const;
const SCIM = { ...BEARERS, order: 'callerFirst', errors: 'scim' } as const;

/** For the reasons of the short ways, and their figures, see docs/adr/0058-one-corridor.md. */
export const DOORS = {
  scimShortWay: { ...SCIM, admittedBy: 'OrdinaryRequests' },
  scim: { ...SCIM, admittedBy: 'verifyEarly before the body, AccessGuard after it' },
  admin: { ...BEARERS, admittedBy: 'AccessGuard', order: 'bodyFirst', errors: 'problem' },
  import: { ...BEARERS, admittedBy: 'AccessGuard, then ImportBodies', order: 'streamed', errors: 'problem' },
  /** The fast path and the library. A token is issued in read-only mode as well, unless its grant writes. */
  oauth: {
    admittedBy: 'ClientRequests',
    order: 'bodyFirst',
    caller: 'client',
    needsRole: false,
    limits: 'client',
    writes: false,
    errors: 'oauth',
  },
  /** The session of the browser is judged by the page, because many pages are for people without one. */
  page: {
    admittedBy: 'OwnForms, then the page',
    order: 'bodyFirst',
    caller: 'session',
    needsRole: false,
    limits: 'addressOnly',
    writes: true,
    errors: 'page',
  },
} as const satisfies Record<string, Door>;

export type DoorName = keyof typeof DOORS;

/** The door of a request that the guard admits. @param path without the query; the router ignores its case */
export function guardedDoor(path: string): DoorName {
  const known = path.toLowerCase();
  if (known.startsWith('/scim/')) return 'scim';
  return known.startsWith('/admin/v1/import') ? 'import' : 'admin';
}
