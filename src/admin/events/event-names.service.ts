// The current names of what events are about and name in their payloads. Events keep ids alone, so that a name that is changed or erased isn't in them.
import { Injectable } from '@nestjs/common';
import { grouped } from '../../common/primitives/grouped.js';
import type { LoggedEvent } from '../../users/events/events.service.js';
import { NamesRepository, type Named, type NamedKind } from '../names/names.repository.js';

type Kind = NamedKind | 'user' | 'grant';

/** What the id of an aggregate identifies, by its type. */
const AGGREGATES: Readonly<Record<string, Kind>> = {
  user: 'user',
  group: 'group',
  org: 'organization',
  project: 'project',
  application: 'application',
};
/** Members of payloads that have an id, and what it may identify. */
const MEMBERS: Readonly<Record<string, readonly Kind[]>> = {
  userId: ['user'],
  actorId: ['user'],
  memberId: ['user', 'group'],
  holderId: ['user', 'group'],
  groupId: ['group'],
  orgId: ['organization'],
  grantedOrgId: ['organization'],
  projectId: ['project'],
  grantId: ['grant'],
  applicationId: ['application'],
  clientId: ['client'],
  identityProviderId: ['identityProvider'],
};

interface Reference {
  kind: Kind;
  id: string;
}

/** The names of one event. */
export interface NamesOfEvent {
  editor?: string;
  aggregate?: string;
  /** By the member of the payload with the id. */
  payload: Readonly<Record<string, string>>;
}

@Injectable()
export class EventNames {
  constructor(private readonly names: NamesRepository) {}

  /**
   * One statement for each kind of resource, for all events together. Names of what was removed are absent.
   * @param orgNo only names of what belongs to this organization
   */
  async ofEvents(events: readonly LoggedEvent[], orgNo?: number): Promise<(event: LoggedEvent) => NamesOfEvent> {
    const found = new Map<Kind, ReadonlyMap<string, Named>>();
    for (const [kind, references] of grouped(events.flatMap(referencesOf), (reference) => reference.kind))
      found.set(
        kind,
        await this.find(
          kind,
          references.map(({ id }) => id),
        ),
      );
    const nameOf = ({ kind, id }: Reference): string | undefined => {
      const named = found.get(kind)?.get(id);
      return named && (orgNo === undefined || named.orgNo === orgNo) ? named.name : undefined;
    };
    return (event) => {
      const kind = AGGREGATES[event.aggregate.type];
      const editor = nameOf({ kind: 'user', id: event.editor });
      const aggregate = kind && nameOf({ kind, id: event.aggregate.id });
      const payload = membersOf(event).flatMap(([member, references]) => {
        const name = references.map(nameOf).find((one) => one !== undefined);
        return name === undefined ? [] : [[member, name] as const];
      });
      return {
        ...(editor !== undefined && { editor }),
        ...(aggregate !== undefined && { aggregate }),
        payload: Object.fromEntries(payload),
      };
    };
  }

  private find(kind: Kind, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
    if (kind === 'user') return this.names.findUsers(ids);
    return kind === 'grant' ? this.names.findGranted(ids) : this.names.find(kind, ids);
  }
}

function referencesOf(event: LoggedEvent): Reference[] {
  const kind = AGGREGATES[event.aggregate.type];
  return [
    { kind: 'user', id: event.editor },
    ...(kind ? [{ kind, id: event.aggregate.id }] : []),
    ...membersOf(event).flatMap(([, references]) => references),
  ];
}

function membersOf({ payload }: LoggedEvent): Array<[member: string, references: Reference[]]> {
  return Object.entries(payload).flatMap(([member, id]): Array<[string, Reference[]]> => {
    const kinds = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
    return kinds && typeof id === 'string' ? [[member, kinds.map((kind) => ({ kind, id }))]] : [];
  });
}
