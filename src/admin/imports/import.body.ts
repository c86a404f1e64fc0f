// The body of an import. Only its frame is checked as a whole; each organization and person is checked by itself,
// because a fault in one is an entry in the report and not a refusal of everything.
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { validationFailed } from '../../common/http/problem.js';
import { AnyList, Flag, Nested, Text } from '../../common/http/fields.js';

const MAX_ORGS = 100_000;
const MAX_PEOPLE = 1_000_000;

export class ImportProfile {
  @Text(200, { description: 'given name' }) firstName: string;
  @Text(200, { description: 'family name' }) lastName: string;
  @Text(200, { description: 'nick name', optional: true }) nickName?: string;
  @Text(500, { description: 'shown name; absent: composed', optional: true }) displayName?: string;
  @Text(35, { description: 'language tag', optional: true }) preferredLanguage?: string;
}

export class ImportEmail {
  @Text(320, { description: 'e-mail address', example: 'ada@example.com' }) email: string;
  @Flag({ description: 'the address is known to be the person’s', optional: true }) isEmailVerified?: boolean;
}

export class ImportHash {
  @Text(1000, { description: 'password hash, for example bcrypt', example: '$2a$12$…' }) value: string;
}

export class ImportUser {
  @Text(200, { description: 'name in the organization' }) userName: string;
  @Nested(() => ImportProfile, { description: 'names' }) profile: ImportProfile;
  @Nested(() => ImportEmail, { description: 'e-mail address' }) email: ImportEmail;
  @Nested(() => ImportHash, { description: 'hash of the password the person keeps', optional: true }) hashedPassword?: ImportHash;
}

export class ImportHuman {
  @Text(200, { description: 'id the person keeps; absent: made here', optional: true }) userId?: string;
  @Nested(() => ImportUser, { description: 'the person' }) user: ImportUser;
}

export class ImportOrg {
  @Text(200, { description: 'id of the organization; made if there is none' }) orgId: string;
  @AnyList(MAX_PEOPLE, { description: 'people', optional: true }) @ApiProperty({ type: [ImportHuman] }) humanUsers?: unknown[];
}

export class ImportData {
  @AnyList(MAX_ORGS, { description: 'organizations' }) @ApiProperty({ type: [ImportOrg] }) orgs: unknown[];
}

export class ImportBody {
  @Nested(() => ImportData, { description: 'what is imported' }) dataOrgs: ImportData;
  @Text(100, { description: 'longest duration of the import, in Go’s notation; absent: 5m', example: '5m30s', optional: true })
  timeout?: string;
}

/** Checks one part of the body against its class. @throws DomainError `invalid` that names every field at fault */
export function parsePart<T extends object>(type: new () => T, value: unknown): T {
  const part = plainToInstance(type, typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});
  const errors = validateSync(part, { whitelist: true, forbidUnknownValues: true });
  if (errors.length > 0) throw validationFailed(errors);
  return part;
}
