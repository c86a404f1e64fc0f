// Converts a CSV file of people with any column names.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { CommandError } from '../terminal/command-error.js';
import { linesOf, type ConvertArguments, type Known, type Line } from './import-line.js';
import type { Remarks } from './remarks.js';

/** The members of an import that a column may provide, and their usual headers; compared without case, spaces and punctuation. */
const COLUMNS: ReadonlyArray<{ member: string; known: keyof Known; names: readonly string[] }> = [
  { member: 'userId', known: 'id', names: ['id', 'userid', 'uid', 'uuid', 'guid'] },
  { member: 'user.userName', known: 'userName', names: ['username', 'login', 'loginname', 'user', 'account'] },
  { member: 'user.profile.firstName', known: 'firstName', names: ['firstname', 'givenname', 'forename', 'vorname', 'prenom'] },
  { member: 'user.profile.lastName', known: 'lastName', names: ['lastname', 'familyname', 'surname', 'sn', 'nachname', 'nom'] },
  { member: 'user.profile.nickName', known: 'nickName', names: ['nickname'] },
  { member: 'user.profile.displayName', known: 'displayName', names: ['displayname', 'fullname', 'name'] },
  { member: 'user.profile.preferredLanguage', known: 'language', names: ['preferredlanguage', 'language', 'locale', 'lang'] },
  { member: 'user.email.email', known: 'email', names: ['email', 'mail', 'emailaddress'] },
  { member: 'user.email.isEmailVerified', known: 'emailVerified', names: ['emailverified', 'isemailverified', 'verified'] },
  { member: 'user.phone.phone', known: 'phone', names: ['phone', 'phonenumber', 'mobile', 'telephone'] },
  { member: 'user.phone.isPhoneVerified', known: 'phoneVerified', names: ['phoneverified', 'isphoneverified'] },
  {
    member: 'user.hashedPassword.value',
    known: 'hash',
    names: ['passwordhash', 'hash', 'hashedpassword', 'password', 'pwhash', 'userpassword'],
  },
  { member: 'user.passwordChangeRequired', known: 'mustChange', names: ['passwordchangerequired', 'mustchangepassword'] },
  { member: 'user.otpCode', known: 'otp', names: ['otpcode', 'totpsecret', 'otpsecret'] },
  { member: 'active', known: 'active', names: ['active', 'enabled', 'isactive'] },
];
const FLAGS: ReadonlySet<keyof Known> = new Set(['emailVerified', 'phoneVerified', 'mustChange', 'active']);
const YES = /^(true|1|yes|y|t|on|active|enabled)$/i;
const MAX_RECORD = 2 ** 20;

export async function* fromCsv(paths: readonly string[], args: ConvertArguments, remark: Remarks): AsyncGenerator<Line> {
  const given = new Map(args.columns.map(readColumn));
  for (const path of paths) {
    let meanings: Array<keyof Known | undefined> | undefined;
    const parser = parse({ bom: true, skip_empty_lines: true, max_record_size: MAX_RECORD });
    const file = createReadStream(path).on('error', (error) => parser.destroy(error));
    file.pipe(parser);
    for await (const fields of parser as AsyncIterable<string[]>) {
      if (!meanings) {
        meanings = fields.map((header) => meaningOf(header, given, path, remark));
        if (!meanings.includes('userName') && !meanings.includes('email'))
          throw new CommandError(`${path} has neither a user name nor an e-mail address. Name the columns with --column HEADER=MEMBER.`);
      } else yield* linesOf(args, knownOf(meanings, fields), remark);
    }
  }
}

function knownOf(meanings: ReadonlyArray<keyof Known | undefined>, fields: readonly string[]): Known {
  const known: Record<string, unknown> = {};
  meanings.forEach((meaning, at) => {
    const field = fields[at]?.trim() ?? '';
    if (meaning !== undefined && field !== '') known[meaning] = FLAGS.has(meaning) ? YES.test(field) : field;
  });
  return known as Known;
}

function meaningOf(header: string, given: ReadonlyMap<string, keyof Known>, path: string, remark: Remarks): keyof Known | undefined {
  const plain = header.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = given.get(header) ?? COLUMNS.find(({ member, names }) => member === header || names.includes(plain))?.known;
  if (!found)
    remark('column', path, `the column ${JSON.stringify(header)} is ignored; map it with --column ${JSON.stringify(header)}=MEMBER`);
  return found;
}

function readColumn(text: string): [header: string, known: keyof Known] {
  const at = text.lastIndexOf('=');
  const member = text.slice(at + 1);
  const column = COLUMNS.find((one) => one.member === member);
  if (at < 1 || !column)
    throw new CommandError(`--column must be HEADER=MEMBER; members are ${COLUMNS.map((one) => one.member).join(', ')}.`);
  return [text.slice(0, at), column.known];
}
