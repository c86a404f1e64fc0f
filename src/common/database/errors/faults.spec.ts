import { expect, it } from 'vitest';
import { DomainError } from '../../primitives/domain-error.js';
import { faultOf, isOutcomeOpen, isTransient, signOf } from './faults.js';
import { asRefusal, asUnread } from './refusals.js';

it.each([
  [{ errno: 1213, code: 'ER_LOCK_DEADLOCK' }, 'again'],
  [{ errno: 1205 }, 'again'],
  [{ errno: 1047 }, 'again'],
  [{ errno: 1020 }, 'again'],
  [{ errno: 8022 }, 'again'],
  [{ errno: 8028 }, 'again'],
  [{ errno: 9007 }, 'again'],
  [{ errno: 1412 }, 'again'],
  [{ errno: 1615 }, 'again'],
  [{ errno: 3101 }, 'again'],
  [{ errno: 1290 }, 'refused'],
  [{ errno: 1040 }, 'refused'],
  [{ errno: 1045 }, 'refused'],
  [{ errno: 1021 }, 'refused'],
  [{ errno: 1206 }, 'refused'],
  [{ errno: 3032 }, 'refused'],
  // Tested by its number only. A single server never answers this, since InnoDB reserves room for COMMIT, and a full disk under the binary
  // log makes it wait. Galera does when a node loses its cluster: test/cluster cuts nodes off.
  [{ errno: 1180 }, 'open'],
  // TiDB: errors without a number of their own.
  [{ errno: 1105, code: 'ER_UNKNOWN_ERROR', message: 'lock wait timeout' }, 'again'],
  [{ errno: 1105, code: 'ER_UNKNOWN_ERROR', message: 'pessimistic lock retry limit reached' }, 'again'],
  [{ errno: 1105, code: 'ER_UNKNOWN_ERROR', message: 'context canceled' }, 'open'],
  [{ errno: 1105, code: 'ER_UNKNOWN_ERROR', message: 'rpc error: code = Unknown desc = not leader' }, 'open'],
  [{ errno: 1105 }, 'open'],
  [{ errno: 9001 }, 'open'],
  [{ errno: 9005 }, 'open'],
  [{ errno: 1969 }, 'slow'],
  [{ errno: -104, code: 'ECONNRESET' }, 'lost'],
  [{ code: 'PROTOCOL_CONNECTION_LOST', fatal: true }, 'lost'],
  [{ fatal: true }, 'lost'],
  [{ code: 'SERVER_SILENT', fatal: true }, 'silent'],
  [{ code: 'SQLITE_FULL' }, 'refused'],
  [{ code: 'SQLITE_IOERR_WRITE' }, 'open'],
  [{ code: 'SQLITE_BUSY_SNAPSHOT' }, 'again'],
] as const)('%j means %s, also as TypeORM wraps it, and never is a 500', (error, fault) => {
  for (const thrown of [error, { message: 'wrapped', driverError: error }]) {
    expect(faultOf(thrown)).toBe(fault);
    expect(asRefusal(thrown, 'test')).toMatchObject({ kind: 'unavailable', cause: thrown });
    expect(asUnread(thrown)).toMatchObject({ kind: 'unavailable', code: 'database.unread', cause: thrown });
  }
});

it.each([
  { errno: 1062 },
  { errno: 1064, code: 'ER_PARSE_ERROR' },
  { code: 'SQLITE_CONSTRAINT_UNIQUE' },
  new Error('bug'),
  undefined,
  'text',
])('%j is no fault of the database', (error) => {
  expect(faultOf(error)).toBeUndefined();
  expect(asRefusal(error, 'test')).toBe(error);
  expect(asUnread(error)).toBe(error);
});

it('leaves an error of the domain as it is', () => {
  const error = new DomainError('conflict', 'internal', 'no');
  expect(asRefusal(error, 'test')).toBe(error);
});

it('says of a query that failed nothing about what was changed before it', () => {
  expect((asUnread({ errno: 1047 }) as Error).message).not.toContain('Nothing was changed');
});

it('repeats what was undone, and nothing that is refused', () => {
  expect([1213, 1205, 1047, 1020].every((errno) => isTransient({ errno }))).toBe(true);
  expect([1290, 1040, 1045, 1021, 1180, 1969].some((errno) => isTransient({ errno }))).toBe(false);
  expect(isTransient({ code: 'SERVER_SILENT' })).toBe(false);
});

it('knows that what could not connect was never sent', () => {
  expect(isOutcomeOpen({ code: 'ECONNRESET', syscall: 'read' })).toBe(true);
  expect(isOutcomeOpen({ code: 'ECONNREFUSED', syscall: 'connect', fatal: true })).toBe(false);
  expect(isOutcomeOpen({ errno: 1180 })).toBe(true);
  expect(isOutcomeOpen({ code: 'SERVER_SILENT' })).toBe(true);
  expect(isOutcomeOpen({ errno: 1213 })).toBe(false);
});

it('names an error for the log', () => {
  expect(signOf({ errno: 1290, code: 'ER_OPTION_PREVENTS_STATEMENT' })).toBe('ER_OPTION_PREVENTS_STATEMENT 1290');
  expect(signOf(new Error('Pool is closed.'))).toBe('Pool is closed.');
});
