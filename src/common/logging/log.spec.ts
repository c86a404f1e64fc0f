import { describe, expect, it } from 'vitest';
import { JsonLog } from './log.js';

function logged(message: object): Record<string, unknown> {
  const lines: string[] = [];
  new JsonLog('info', { write: (line) => void lines.push(line) }).error(message);
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

describe('the log', () => {
  it('keeps the code of a database error and cuts out that of a request', () => {
    const err = Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT' });
    expect(logged({ message: 'failed', err, body: { code: 'authorization code', state: 'x' } })).toMatchObject({
      err: { code: 'ER_LOCK_WAIT_TIMEOUT' },
      body: { code: '[Redacted]', state: 'x' },
    });
  });

  it('cuts out the values of a statement that TypeORM sent in vain', () => {
    const statement = { query: 'INSERT INTO users (user_name) VALUES (?)', parameters: ['ada@example.com'] };
    const err = Object.assign(new Error('disk full'), statement);
    const line = logged({ message: 'failed', err });
    expect(JSON.stringify(line)).not.toContain('ada@example.com');
    expect(line).toMatchObject({ err: { query: statement.query, message: 'disk full' } });
  });

  it.each(['password', 'token', 'secret', 'authorization'])('cuts out a %s', (name) => {
    expect(logged({ message: 'x', given: { [name]: 'secret value' } })).toMatchObject({ given: { [name]: '[Redacted]' } });
  });
});
