// Converts a CSV file of people with any column names.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { COLUMN_MEMBERS, FLAG_MEMBERS, flagOf, plainHeader } from '../../admin/imports/formats/foreign-columns.js';
import { CommandError } from '../terminal/command-error.js';
import { linesOf, type ConvertArguments, type Known, type Line } from './import-line.js';
import type { Remarks } from './remarks.js';

/** The members that a column may provide, as all converters know them. */
const KNOWN: Readonly<Record<string, keyof Known>> = {
  userId: 'id',
  'user.userName': 'userName',
  'user.profile.firstName': 'firstName',
  'user.profile.lastName': 'lastName',
  'user.profile.nickName': 'nickName',
  'user.profile.displayName': 'displayName',
  'user.profile.preferredLanguage': 'language',
  'user.email.email': 'email',
  'user.email.isEmailVerified': 'emailVerified',
  'user.phone.phone': 'phone',
  'user.phone.isPhoneVerified': 'phoneVerified',
  'user.hashedPassword.value': 'hash',
  'user.passwordChangeRequired': 'mustChange',
  'user.otpCode': 'otp',
  active: 'active',
};
/** Columns of OpenID Connect without a member of their own in {@link Known}. */
const ATTRIBUTES = ['website', 'birthdate', 'gender'].map((name) => `user.attributes.${name}`);
const MEMBERS = [...Object.keys(KNOWN), ...ATTRIBUTES];
const MAX_RECORD = 2 ** 20;

export async function* fromCsv(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<Line> {
  const given = new Map(args.columns.map(readColumn));
  for (const path of paths) {
    let meanings: Array<string | undefined> | undefined;
    const parser = parse({ bom: true, skip_empty_lines: true, max_record_size: MAX_RECORD });
    const file = createReadStream(path).on('error', (error) => parser.destroy(error));
    file.pipe(parser);
    for await (const fields of parser as AsyncIterable<string[]>) {
      if (!meanings) {
        meanings = fields.map((header) => memberOf(header, given, path, remark));
        if (!meanings.includes('user.userName') && !meanings.includes('user.email.email'))
          throw new CommandError(`${path} has neither a user name nor an e-mail address. Name the columns with --column HEADER=MEMBER.`);
      } else yield* linesOf(args, knownOf(meanings, fields), remark);
    }
  }
}

function knownOf(meanings: ReadonlyArray<string | undefined>, fields: readonly string[]): Known {
  const known: Record<string, unknown> = {};
  const attributes: Record<string, string> = {};
  meanings.forEach((member, at) => {
    const field = fields[at]?.trim() ?? '';
    if (member === undefined || field === '') return;
    const name = KNOWN[member];
    if (name === undefined) attributes[member.slice('user.attributes.'.length)] = field;
    else known[name] = FLAG_MEMBERS.has(member) ? (flagOf(field) ?? false) : field;
  });
  return { ...known, attributes } as Known;
}

/** The member that a column has. */
function memberOf(header: string, given: ReadonlyMap<string, string>, path: string, remark: Remarks): string | undefined {
  const plain = plainHeader(header);
  const found = given.get(header) ?? MEMBERS.find((member) => member === header || COLUMN_MEMBERS[member]?.includes(plain));
  if (!found)
    remark('column', path, `the column ${JSON.stringify(header)} is ignored; map it with --column ${JSON.stringify(header)}=MEMBER`);
  return found;
}

function readColumn(text: string): [header: string, member: string] {
  const at = text.lastIndexOf('=');
  const member = text.slice(at + 1);
  if (at < 1 || !MEMBERS.includes(member)) throw new CommandError(`--column must be HEADER=MEMBER; members are ${MEMBERS.join(', ')}.`);
  return [text.slice(0, at), member];
}
