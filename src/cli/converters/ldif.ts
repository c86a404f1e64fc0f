// Converts an LDIF file (RFC 2849), as ldapsearch and slapcat write it: people, and groups with their members.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CommandError } from '../terminal/command-error.js';
import { linesOf, type ConvertArguments, type GroupMemberName, type Line } from './import-line.js';
import type { Remarks } from './remarks.js';

/** Values by the lower-case name of their attribute. */
type Entry = Map<string, string[]>;

const PEOPLE = ['person', 'inetorgperson', 'organizationalperson', 'posixaccount', 'user'];
const GROUPS = ['groupofnames', 'groupofuniquenames', 'posixgroup', 'group'];
/** Attributes that are converted, or that are about the directory itself. */
const READ = new Set([
  'dn',
  'objectclass',
  'uid',
  'samaccountname',
  'userprincipalname',
  'cn',
  'sn',
  'givenname',
  'displayname',
  'mail',
  'mobile',
  'telephonenumber',
  'preferredlanguage',
  'userpassword',
  'entryuuid',
  'useraccountcontrol',
  'member',
  'memberuid',
  'uniquemember',
  'structuralobjectclass',
  'entrycsn',
  'creatorsname',
  'modifiersname',
  'createtimestamp',
  'modifytimestamp',
  'memberof',
]);
const MAX_LINE = 2 ** 20;
const MAX_VALUES = 100_000;
/** The bit of `userAccountControl` of a disabled account. */
const DISABLED = 2;

export async function* fromLdif(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<Line> {
  const groups: Array<{ id: string | undefined; name: string; members: string[] }> = [];
  const people = new Map<string, GroupMemberName>();
  for (const path of paths)
    for await (const entry of entries(path)) {
      const classes = (entry.get('objectclass') ?? []).map((one) => one.toLowerCase());
      const one = (name: string) => entry.get(name)?.[0];
      if (classes.some((name) => GROUPS.includes(name)))
        groups.push({
          id: one('entryuuid'),
          name: one('cn') ?? one('dn') ?? '',
          members: ['member', 'uniquemember', 'memberuid'].flatMap((name) => entry.get(name) ?? []),
        });
      else if (classes.some((name) => PEOPLE.includes(name))) {
        const [line, ...metadata] = linesOf(
          args,
          {
            id: one('entryuuid'),
            userName: one('uid') ?? one('samaccountname') ?? one('userprincipalname') ?? one('mail') ?? one('cn'),
            firstName: one('givenname'),
            lastName: one('sn'),
            displayName: one('displayname') ?? one('cn'),
            language: one('preferredlanguage'),
            email: one('mail'),
            phone: one('mobile') ?? one('telephonenumber'),
            active: (Number(one('useraccountcontrol') ?? 0) & DISABLED) === 0,
            hash: one('userpassword'),
            attributes: Object.fromEntries([...entry].filter(([name]) => !READ.has(name))),
          },
          remark,
        );
        const who = line.user.userName;
        for (const name of ['mail', 'mobile', 'userpassword'])
          for (const value of (entry.get(name) ?? []).slice(1))
            remark(
              name === 'userpassword' ? 'password' : 'attribute',
              who,
              `loses a further ${name}${name === 'userpassword' ? '' : ` ${value}`}`,
            );
        yield line;
        yield* metadata;
        const member = line.userId === undefined ? { userName: who } : { userId: line.userId };
        for (const name of [one('dn'), one('uid')]) if (name !== undefined) people.set(name.toLowerCase(), member);
      } else remark('note', one('dn') ?? '', 'is neither a person nor a group');
    }
  for (const { id, name, members } of groups) {
    const found = members.flatMap((member) => people.get(member.toLowerCase()) ?? []);
    for (const member of members.filter((one) => !people.has(one.toLowerCase())))
      remark('group', `the group ${name}`, `loses the member ${member}: the export does not have it`);
    yield { orgId: args.org, ...(id === undefined ? {} : { groupId: id }), group: { displayName: name }, members: found };
  }
}

/** The entries of a file. Lines that begin with a space continue the line before (RFC 2849). @throws CommandError */
async function* entries(path: string): AsyncGenerator<Entry> {
  let entry: Entry = new Map();
  let line = '';
  const finish = () => {
    if (line !== '' && !line.startsWith('#')) addValue(entry, line, path);
    line = '';
  };
  for await (const next of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (next.startsWith(' ')) {
      line += next.slice(1);
      if (line.length > MAX_LINE) throw new CommandError(`${path} has a value of more than ${MAX_LINE} characters.`);
      continue;
    }
    finish();
    line = next;
    if (next !== '') continue;
    if (entry.has('dn')) yield entry;
    entry = new Map();
  }
  finish();
  if (entry.has('dn')) yield entry;
}

function addValue(entry: Entry, line: string, path: string): void {
  const at = line.indexOf(':');
  if (at < 1) throw new CommandError(`${path} is not LDIF: ${JSON.stringify(line.slice(0, 60))} has no colon.`);
  // Options such as ;lang-de are variants of one attribute.
  const name = (line.slice(0, at).split(';')[0] ?? '').toLowerCase();
  if (name === 'version' || name === 'search' || name === 'result') return;
  const isBase64 = line[at + 1] === ':';
  const text = line.slice(at + (isBase64 ? 2 : 1)).trimStart();
  const values = entry.get(name) ?? [];
  if (values.length < MAX_VALUES) values.push(isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text);
  entry.set(name, values);
}
