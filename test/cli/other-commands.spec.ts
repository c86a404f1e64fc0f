// Commands that are not of the table: following events, any request of the API, completion in a shell.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completionScript, SHELLS } from '../../src/cli/completion/complete.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let cli: CommandLine;
beforeAll(async () => {
  service = await startService();
  cli = commandLine(service.credentials);
});
afterAll(async () => {
  cli?.remove();
  await service?.close();
});

describe('gatehouse events follow', () => {
  it('shows what happens after the time it is told, until it is interrupted', async () => {
    await cli.json('projects', 'create', '--name', 'Before');
    const since = new Date().toISOString();
    await cli.json('projects', 'create', '--name', 'After');
    const child = cli.start('events', 'follow', '--type', 'project.added', '--since', since, '--json');
    const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value as string);
    expect((await next()).payload).toMatchObject({ name: 'After' });
    await cli.json('projects', 'create', '--name', 'Later');
    expect((await next()).payload).toMatchObject({ name: 'Later' });
    const ended = once(child, 'close');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it('refuses what is no time', async () => {
    const { code, stderr } = await cli.run('events', 'follow', '--since', 'yesterday');
    expect([code, stderr]).toEqual([2, expect.stringContaining('"yesterday" is none')]);
  });
});

describe('gatehouse api', () => {
  it('sends any request, and shows the answer as JSON', async () => {
    const answer = await cli.run('api', 'post', '/admin/v1/organizations', '--data', '{"name":"Example","orgId":"example"}');
    expect([answer.code, JSON.parse(answer.stdout)]).toEqual([0, expect.objectContaining({ orgId: 'example' })]);
    expect(await cli.run('api', 'GET', '//elsewhere.example')).toMatchObject({ code: 2 });
  });

  it('shows an export as the lines it is', async () => {
    const { code, stdout } = await cli.run('api', 'GET', `/admin/v1/organizations/${service.credentials.orgId}/export`);
    const lines = stdout.trimEnd().split('\n');
    expect([code, lines.length > 2]).toEqual([0, true]);
    for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
  });

  it('shows the entity tag with the headers, and sends one', async () => {
    const path = `/admin/v1/organizations/${service.credentials.orgId}`;
    const shown = (await cli.run('api', 'GET', path, '--include')).stdout;
    expect(shown).toMatch(/^HTTP 200\n/);
    const tag = /^etag: (.*)$/m.exec(shown)?.[1] ?? '';
    const rename = (name: string) => cli.run('api', 'PATCH', path, '--data', JSON.stringify({ name }), '--if-match', tag);
    expect((await rename('First')).code).toBe(0);
    expect(await rename('Second')).toMatchObject({ code: 1, stderr: expect.stringContaining('changed since you read it') });
  });
});

describe('completion', () => {
  const complete = async (...words: string[]) => (await cli.run('complete', '--', ...words)).stdout.split('\n').slice(0, -1);

  it('knows commands, options and choices', async () => {
    expect(await complete('ap')).toEqual(['apps', 'api']);
    expect(await complete('apps', 'key')).toEqual(['keys']);
    expect(await complete('groups', 'list', '--li')).toEqual(['--limit']);
    expect(await complete('apps', 'create', 'tools', '--type', '')).toEqual(['web', 'native', 'userAgent', 'api']);
    expect(await complete('')).not.toContain('complete');
  });

  it('has a script for each shell, and says which for another one', async () => {
    for (const shell of SHELLS) expect(completionScript(shell, ['node', "/it's/gatehouse.js"])).toContain('gatehouse complete -- ');
    expect(await cli.run('completion', 'tcsh')).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') });
  });
});
