// Converts the output of Django's `manage.py dumpdata auth`: users with their hashes, and groups.
import { linesOf, nameOf, type ConvertArguments, type GroupMemberName, type Line } from './import-line.js';
import { records } from './json-records.js';
import type { Remarks } from './remarks.js';

interface Entry {
  model?: string;
  pk?: number | string;
  fields?: {
    username?: string;
    password?: string;
    first_name?: string;
    last_name?: string;
    email?: string;
    is_active?: boolean;
    is_staff?: boolean;
    is_superuser?: boolean;
    /** By number, or as a list with the name under `--natural-foreign`. */
    groups?: Array<number | string | string[]>;
    user_permissions?: unknown[];
    permissions?: unknown[];
    name?: string;
  };
}

/** Django stores this before random characters for people without a password. */
const UNUSABLE = '!';

export async function* fromDjango(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<Line> {
  const groups = new Map<string, { name: string; members: GroupMemberName[] }>();
  const memberships: Array<{ who: string; member: GroupMemberName; keys: string[] }> = [];
  for (const path of paths)
    for await (const { model = '', pk, fields = {} } of records<Entry>(path, 'Django objects')) {
      if (model === 'auth.group') {
        const group = { name: fields.name ?? String(pk), members: [] };
        for (const key of [String(pk), group.name]) groups.set(key, group);
        for (const permission of fields.permissions ?? [])
          remark('role', `the group ${group.name}`, `loses the permission ${String(permission)}`);
      } else if ('username' in fields) {
        const who = nameOf({ userName: fields.username, email: fields.email, id: String(pk) });
        for (const [flag, role] of [
          ['is_staff', 'staff'],
          ['is_superuser', 'superuser'],
        ] as const)
          if (fields[flag]) remark('role', who, `loses the role ${role}`);
        for (const permission of fields.user_permissions ?? []) remark('role', who, `loses the permission ${String(permission)}`);
        const [line, ...metadata] = linesOf(
          args,
          {
            userName: fields.username,
            firstName: fields.first_name,
            lastName: fields.last_name,
            email: fields.email,
            active: fields.is_active !== false,
            hash: fields.password?.startsWith(UNUSABLE) ? undefined : fields.password,
          },
          remark,
        );
        yield line;
        yield* metadata;
        memberships.push({
          who,
          member: { userName: line.user.userName },
          keys: (fields.groups ?? []).map((key) => String([key].flat()[0])),
        });
      }
    }
  for (const { who, member, keys } of memberships)
    for (const key of keys) {
      const group = groups.get(key);
      if (group) group.members.push(member);
      else remark('group', who, `loses the group ${key}: the export does not have it`);
    }
  for (const { name, members } of new Set(groups.values())) yield { orgId: args.org, group: { displayName: name }, members };
}
