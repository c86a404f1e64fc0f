// What may need an administrator's attention: each kind with its sentence and the permission that seeing it takes.
import type { Permission } from '../../common/access/permissions.js';

/** A number that is counted up to a bound only. `atLeast`: there are more. */
export interface Bounded {
  count: number;
  atLeast: boolean;
}

export const TARGET_TYPES = ['connection', 'identityProvider', 'serviceUser', 'application', 'person', 'job'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** What an item is about, as a link needs it. */
export interface AttentionTarget {
  type: TargetType;
  id: string;
  name: string;
  /** Of an application. */
  projectId?: string;
}

/** The first targets of an item, and how many there are. */
export interface Found extends Bounded {
  targets: AttentionTarget[];
}

/** Targets that an item names. */
export const MOST_TARGETS = 5;

const some = (one: string, more: string) => (count: number, atLeast: boolean) =>
  count === 1 && !atLeast ? one : more.replace('#', atLeast ? `${count} or more` : String(count));

interface Kind {
  needs: Permission;
  sentence(count: number, atLeast: boolean): string;
}

export const ATTENTION_KINDS = {
  'connection.refused': {
    needs: 'org.read',
    sentence: some(
      'A provisioning connection had requests refused within 24 hours.',
      '# provisioning connections had requests refused within 24 hours.',
    ),
  },
  'identityProvider.certificateEnding': {
    needs: 'org.read',
    sentence: some(
      'The certificate of an identity provider ends within 30 days.',
      'The certificates of # identity providers end within 30 days.',
    ),
  },
  'credential.ending': {
    needs: 'org.read',
    sentence: some(
      'A secret, key or token of an application or service user ends within 30 days.',
      '# secrets, keys or tokens of applications and service users end within 30 days.',
    ),
  },
  'person.lockedOut': {
    needs: 'user.read',
    sentence: some('A person is locked, or was locked out within 24 hours.', '# people are locked, or were locked out within 24 hours.'),
  },
  'invitation.expired': {
    needs: 'user.read',
    sentence: some(
      'The invitation of a person who has not come has expired.',
      'The invitations of # people who have not come have expired.',
    ),
  },
  'mail.undelivered': {
    needs: 'mail.read',
    sentence: some('A mail could not be delivered yet.', '# mails could not be delivered yet.'),
  },
  'sms.undelivered': {
    needs: 'mail.read',
    sentence: some('A text message could not be delivered yet.', '# text messages could not be delivered yet.'),
  },
  'job.failed': {
    needs: 'job.read',
    sentence: some('The last run of a background job failed.', 'The last runs of # background jobs failed.'),
  },
  'sharedProvider.certificateEnding': {
    needs: 'idp.read',
    sentence: some(
      'The certificate of an identity provider of the service ends within 30 days.',
      'The certificates of # identity providers of the service end within 30 days.',
    ),
  },
  'version.outdated': {
    needs: 'mode.read',
    sentence: () => 'A newer version has upgraded the database. Upgrade all processes soon.',
  },
} as const satisfies Record<string, Kind>;

export type AttentionKind = keyof typeof ATTENTION_KINDS;

/** Where each kind is looked for. */
export type AttentionSources = Partial<Record<AttentionKind, () => Promise<Found>>>;

/** An item of the list. */
export interface AttentionItem extends Found {
  kind: AttentionKind;
  message: string;
}

/** What was found in the sources of the kinds that the caller may see; nothing for those that are well. */
export async function attentionOf(sources: AttentionSources, may: (permission: Permission) => boolean): Promise<AttentionItem[]> {
  const kinds = (Object.keys(sources) as AttentionKind[]).filter((kind) => may(ATTENTION_KINDS[kind].needs));
  const items = await Promise.all(
    kinds.map(async (kind) => {
      const found = await sources[kind]?.();
      if (!found || (found.count === 0 && !found.atLeast)) return [];
      const { count, atLeast } = found;
      return [{ kind, ...found, message: ATTENTION_KINDS[kind].sentence(count, atLeast) }];
    }),
  );
  return items.flat();
}

/** Few targets, all of them known. */
export function foundAll(targets: readonly AttentionTarget[], count = targets.length): Found {
  return { count, atLeast: false, targets: targets.slice(0, MOST_TARGETS) };
}

/** A count of rows, of which one more than the bound was read. */
export function bounded(count: number, bound: number): Bounded {
  return { count: Math.min(count, bound), atLeast: count > bound };
}
