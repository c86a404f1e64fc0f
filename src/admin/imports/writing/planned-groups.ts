// What a dry run would have added by now, for groups and their members: people by the digests of their names, groups with a number of their own.
import type { Transaction } from '../../../common/database/transaction.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import type { Nesting } from '../../../users/directory/groups/group-nesting.js';
import { keyOfName, type MemberName, type NamedMember, type PlannedMembers } from '../../../users/directory/groups/member-names.service.js';
import { digestOf, ENTITY_KEY, type DeclaredEntities } from './declared-entities.js';

export class PlannedGroups implements PlannedMembers {
  constructor(private readonly declared: DeclaredEntities) {}

  async findPlanned(tx: Transaction, orgId: string, names: readonly MemberName[]): Promise<Map<string, NamedMember>> {
    const digests = new Map(names.flatMap((name) => digestsOf(orgId, name).map((digest) => [digest, name] as const)));
    const services = new Map([...digests].flatMap(([digest, name]) => serviceDigestsOf(orgId, name).map((service) => [digest, service])));
    const known = await this.declared.knownOf(tx, [...digests.keys(), ...services.values()]);
    const groups = await this.declared.groupNumbers(tx, [...known]);
    const found = new Map<string, NamedMember>();
    for (const [digest, name] of digests) {
      if (!known.has(digest) || known.has(services.get(digest) ?? '')) continue;
      const no = groups.get(digest);
      // Of a person no more is asked than whether there is one.
      const member: NamedMember = { no: no ?? 0, id: '', kind: no === undefined ? 'user' : 'group', planned: true };
      found.set(keyOfName(name), member);
    }
    return found;
  }

  async addPlanned(tx: Transaction, orgId: string, groups: ReadonlyArray<{ no: number; names: readonly MemberName[] }>): Promise<void> {
    const rows = groups.flatMap(({ no, names }) => names.flatMap((name) => digestsOf(orgId, name)).map((digest) => [digest, no] as const));
    const fresh = new Map(rows);
    // Two groups may have one external id.
    for (const digest of await this.declared.knownOf(tx, [...fresh.keys()])) fresh.delete(digest);
    await this.declared.addGroups(
      tx,
      [...fresh].map(([digest, no]) => ({ digest, no })),
    );
  }

  plannedParentsOf(tx: Transaction, groupNos: readonly number[]): Promise<Nesting[]> {
    return this.declared.nestings(tx, 'memberNo', groupNos);
  }

  plannedChildrenOf(tx: Transaction, groupNos: readonly number[]): Promise<Nesting[]> {
    return this.declared.nestings(tx, 'groupNo', groupNos);
  }

  async addNestings(tx: Transaction, nestings: readonly Nesting[]): Promise<void> {
    const known = await this.declared.nestings(tx, 'groupNo', [...new Set(nestings.map(({ groupNo }) => groupNo))]);
    const met = new Set(known.map(pairOf));
    const fresh = nestings.filter((nesting) => !met.has(pairOf(nesting)) && met.add(pairOf(nesting)));
    await this.declared.addNestings(tx, fresh);
  }
}

function pairOf({ groupNo, memberNo }: Nesting): string {
  return `${groupNo}/${memberNo}`;
}

/** The additional digests of this name when it is a service user's, which is no member of groups. */
function serviceDigestsOf(orgId: string, { by, value }: MemberName): string[] {
  if (by === 'userId') return [digestOf(ENTITY_KEY.serviceUserOf(orgId, value))];
  return by === 'userName' ? [digestOf(ENTITY_KEY.serviceUserName(orgId, foldKey(value.trim())))] : [];
}

/** The digests under which a dry run notes a person or a group with this name. */
function digestsOf(orgId: string, { by, value }: MemberName): string[] {
  if (by === 'userId') return [digestOf(ENTITY_KEY.userOf(orgId, value))];
  if (by === 'userName') return [digestOf(ENTITY_KEY.userName(orgId, foldKey(value.trim())))];
  if (by === 'userExternalId') return [digestOf(ENTITY_KEY.userExternalId(orgId, value))];
  return [digestOf(ENTITY_KEY.groupName(orgId, keyOfName({ by, value })))];
}
