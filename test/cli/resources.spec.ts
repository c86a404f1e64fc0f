// The commands of the API, typed as an operator types them, against a real service.
import { writeFileSync } from 'node:fs';
import { createServer, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyFields, queryFields } from '../../src/cli/api/row-fields.js';
import { argumentsOf } from '../../src/cli/api/row-input.js';
import { isChange } from '../../src/cli/api/run-row.js';
import { buildProgram } from '../../src/cli/program.js';
import type { Row } from '../../src/cli/rows/row.js';
import { ROWS } from '../../src/cli/rows/rows.js';
import { card, table } from '../../src/cli/terminal/table.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { human } from '../support/imports.js';
import { routeMarks } from '../support/routes.js';
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

const addressOf = (url: string) => ({ host: new URL(url).hostname, port: new URL(url).port });

/** Routes without a row: what another command does, or does better. */
const BESIDE = [
  // `users import`, `users export`, `imports errors` and `events follow`.
  /^POST \S+\/import$/,
  /^POST \S+\/imports$/,
  /^GET \S+\/export$/,
  /^GET \S+\/imports\/\{importId\}\/errors$/,
  // `metadata set` and `metadata delete`.
  /^PUT \S+\/metadata$/,
  /^DELETE \S+\/metadata\/\{key\}$/,
  // `whoami`.
  /^GET \S+\/me\/permissions$/,
  // `apps update` changes what is named.
  /^PUT \S+\/applications\/\{applicationId\}$/,
  // Which types there are is in the guide; `connections log` asks for one organization.
  /^POST \S+\/types\/_search$/,
  /^POST \/admin\/v1\/provisioning\/_search$/,
];

describe('the table of commands', () => {
  it('has only routes that the service has', () => {
    const routes = Object.keys(routeMarks(service)).map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(ROWS.map(({ route }) => route as string).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('has a command for every route of the admin API, but those that another command stands for', () => {
    const commanded = new Set(ROWS.map(({ route }) => route as string));
    const routes = Object.keys(routeMarks(service)).map((route) => route.replace(/:(\w+)/g, '{$1}'));
    const admin = routes.filter((route) => / \/admin\/v1\//.test(route));
    const alone = admin.filter((route) => !commanded.has(route));
    expect(alone.filter((route) => !BESIDE.some((known) => known.test(route)))).toEqual([]);
    expect(BESIDE.filter((known) => !alone.some((route) => known.test(route)))).toEqual([]);
  });

  it('has options only for what the API document describes, with a text for each', () => {
    const fields = ROWS.flatMap((row) => [...queryFields(row), ...bodyFields(row)].map((field) => ({ command: row.command, ...field })));
    expect(fields.length).toBeGreaterThan(300);
    expect(fields.filter(({ does }) => does === '')).toEqual([]);
    expect(() => queryFields({ route: 'GET /admin/v1/organizations', query: ['colour'] })).toThrow('The API document has no colour.');
  });

  it('takes of the document what kind of option each is', () => {
    const users = ROWS.find(({ command }) => command === 'users list') as Row;
    const apps = ROWS.find(({ command }) => command === 'apps update') as Row;
    expect(queryFields(users).filter(({ member }) => ['state', 'locked'].includes(member))).toMatchObject([
      { option: 'state', type: 'text', choices: ['active', 'inactive'], required: false },
      { option: 'locked', type: 'flag' },
    ]);
    expect(bodyFields(apps).filter(({ member }) => /redirectUris|accessTokenSeconds|ways|language/.test(member))).toMatchObject([
      { option: 'redirect-uri', type: 'list' },
      { option: 'access-token-seconds', type: 'number' },
      { option: 'login-way', type: 'list', choices: ['password', 'passkey', 'identityProvider', 'mail'] },
      { option: 'login-language', type: 'text' },
    ]);
    const create = ROWS.find(({ command }) => command === 'users create') as Row;
    expect(
      bodyFields(create)
        .filter(({ required }) => required)
        .map(({ option, type }) => [option, type]),
    ).toEqual([
      ['user-name', 'text'],
      ['given-name', 'text'],
      ['family-name', 'text'],
      ['email', 'values'],
    ]);
  });

  it('has --if-match wherever a route compares it', async () => {
    const { paths } = (await service.call('GET', '/openapi.json', undefined, { token: null })).body as {
      paths: Record<string, Record<string, { parameters?: Array<{ in: string; name: string }> }>>;
    };
    const compares = ({ route }: (typeof ROWS)[number]) => {
      const [method = '', path = ''] = route.split(' ');
      return paths[path]?.[method.toLowerCase()]?.parameters?.some(({ name }) => name === 'If-Match');
    };
    expect(ROWS.filter(compares).length).toBeGreaterThan(20);
    expect(ROWS.filter((row) => compares(row) && !isChange(row))).toEqual([]);
  });

  it('has each command once, with an example that begins with it and has its arguments', () => {
    expect(new Set(ROWS.map(({ command }) => command)).size).toBe(ROWS.length);
    for (const row of ROWS)
      for (const example of row.examples) {
        expect(example.startsWith(`gatehouse ${row.command}`), example).toBe(true);
        const words =
          example
            .slice(`gatehouse ${row.command}`.length)
            .split(/ --/)[0]
            ?.match(/"[^"]+"|\S+/g) ?? [];
        expect(words, example).toHaveLength(argumentsOf(row).length);
      }
  });
});

describe('the help', () => {
  /** Every command that is shown, with the words that lead to it. */
  function* commandsBelow(command: Command, words: string): Generator<[string, Command]> {
    for (const one of command.createHelp().visibleCommands(command)) {
      if (one.name() === 'help') continue;
      yield [`${words} ${one.name()}`, one];
      yield* commandsBelow(one, `${words} ${one.name()}`);
    }
  }
  const whole = buildProgram({}, '0', () => undefined);
  const shown = [...commandsBelow(whole, 'gatehouse')];
  const ALL = whole.commands.map((command) => command.name());

  it.each([
    ['orgs', ['orgs']],
    ['users', ['users']],
    ['whoami', ['whoami']],
    ['org', ALL],
    ['complete', ALL],
    [undefined, ALL],
  ])('describes for "%s" the commands about it alone, and all where it is the first word of none that is shown', (subject, names) => {
    const { commands } = buildProgram({}, '0', () => undefined, subject);
    expect(commands.map((command) => command.name())).toEqual(names);
  });

  it('says of every word of a command what it is about', () => {
    expect(shown.filter(([, command]) => command.description() === '').map(([words]) => words)).toEqual([]);
  });

  it('says of every command what it does, with an example', () => {
    const found = shown.filter(([, { commands }]) => commands.length === 0);
    expect(found.length).toBeGreaterThan(ROWS.length);
    for (const [words, command] of found) {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect([words, command.description()]).toEqual([words, expect.stringMatching(/^[A-Z].+/)]);
      expect(help, words).toMatch(new RegExp(`\\nExamples:\\n  \\$ (source <\\()?${words}`));
    }
  });
});

describe('commands about resources', () => {
  it('create, show, change, list and remove, for people', async () => {
    const created = await cli.run('projects', 'create', '--name', 'Intranet', '--id', 'intranet', '--role-check');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.stdout).toMatch(/^projectId: +intranet\nname: +Intranet\nstate: +active\n/);
    expect((await cli.run('projects', 'update', 'intranet', '--no-role-check', '--name', 'Extranet')).stdout).toMatch(
      /name: +Extranet[^]*projectRoleCheck: +false/,
    );
    const list = (await cli.run('projects', 'list')).stdout.split('\n');
    expect(list[0]).toMatch(/^PROJECT ID +NAME +STATE +CREATED AT$/);
    expect(list).toContainEqual(expect.stringMatching(/^intranet +Extranet +active +20/));
    await cli.json('projects', 'roles', 'create', 'intranet', '--key', 'reader', '--name', 'Reader');
    expect(await cli.run('projects', 'roles', 'delete', 'intranet', 'reader', '--yes')).toMatchObject({ code: 0, stderr: 'Done.\n' });
    expect((await cli.json('projects', 'roles', 'list', 'intranet')).roles).toEqual([]);
  });

  it('name what they remove and what is not found, and take back a role as it was given', async () => {
    expect(await cli.run('groups', 'list', '--q', 'no such group')).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing found.\n' });
    expect(await cli.run('groups', 'list', '--q', 'no such group', '--all')).toMatchObject({ stdout: '', stderr: 'Nothing found.\n' });
    const { userId } = await cli.json(
      'users',
      'create',
      '--user-name',
      'olga',
      '--given-name',
      'Olga',
      '--family-name',
      'O',
      '--email',
      'olga@example.com',
    );
    const grammar = ['--user', 'OLGA', '--role', 'ORG_USER_MANAGER'];
    // Anyone may have chosen an unproven address, so it gives no role.
    const unproven = await cli.run('members', 'add', '--user', 'olga@example.com', '--role', 'ORG_OWNER', '--json');
    expect([unproven.code, JSON.parse(unproven.stderr).choices]).toEqual([6, [{ kind: 'person', id: userId, label: expect.any(String) }]]);
    expect((await cli.json('members', 'list')).members.map((member: { userId: string }) => member.userId)).not.toContain(userId);
    expect((await cli.run('members', 'add', ...grammar)).code).toBe(0);
    expect((await cli.json('members', 'list')).members.map((member: { userId: string }) => member.userId)).toContain(userId);
    expect(await cli.run('members', 'remove', ...grammar)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no terminal to confirm this at: add --yes.'),
    });
    expect(await cli.run('members', 'remove', ...grammar, '--yes')).toMatchObject({ code: 0, stderr: 'Done.\n' });
    expect(await cli.run('members', 'remove', '--user', 'olga', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--role is missing'),
    });
    expect((await cli.json('members', 'list')).members.map((member: { userId: string }) => member.userId)).not.toContain(userId);
  });

  it('take names in the place of ids, and refuse those of several things with a list for programs', async () => {
    await cli.json('projects', 'create', '--name', 'Back Office', '--id', 'bo');
    await cli.json('apps', 'create', 'back office', '--name', 'Time Clock', '--id', 'clock', '--redirect-uri', 'https://a.example/cb');
    expect(await cli.json('apps', 'get', 'Back Office', 'time clock')).toMatchObject({ projectId: 'bo', applicationId: 'clock' });
    const { clientId } = await cli.json('apps', 'get', 'bo', 'clock');
    expect(await cli.json('apps', 'get', 'bo', clientId)).toMatchObject({ applicationId: 'clock' });
    const make = async (name: string, email: string) =>
      (await cli.json('users', 'create', '--user-name', name, '--given-name', 'A', '--family-name', 'B', '--email', email)).userId;
    const one = await make('grete', 'grete@example.com');
    const { loginName } = await cli.json('users', 'get', 'GRETE');
    for (const name of ['grete', 'grete@example.com', loginName, one])
      expect((await cli.json('users', 'get', name)).userId, name).toBe(one);
    const group = await cli.json('groups', 'create', '--name', 'Night shift', '--member', 'grete');
    expect((await cli.json('groups', 'members', 'list', 'night shift')).members).toMatchObject([{ memberId: one }]);
    expect((await cli.json('users', 'list', '--org', 'nowhere').catch((error: Error) => error.message)) as string).toContain(
      'exits with 1',
    );
    const other = await make('grete@example.com.other', 'grete@example.com');
    const { code, stdout, stderr } = await cli.run('users', 'get', 'grete@example.com', '--json');
    expect([code, stdout]).toEqual([6, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'cli.ambiguous',
      choices: expect.arrayContaining([{ kind: 'person', id: one, label: expect.any(String) }]),
    });
    expect(
      JSON.parse(stderr)
        .choices.map(({ id }: { id: string }) => id)
        .toSorted(),
    ).toEqual([one, other].toSorted((a, b) => a.localeCompare(b)));
    // An id takes precedence, so a name can't be put in front of a thing.
    await cli.json('groups', 'create', '--name', group.groupId);
    expect((await cli.json('groups', 'get', group.groupId)).displayName).toBe('Night shift');
    for (const { groupId } of (await cli.json('groups', 'list')).groups) await cli.run('groups', 'delete', groupId, '--yes');
  });

  it('end with what an application needs, the secret once', async () => {
    await cli.json('projects', 'create', '--name', 'Shop', '--id', 'shop');
    const { stdout } = await cli.run('apps', 'create', 'shop', '--name', 'Till', '--redirect-uri', 'https://a.example/cb');
    expect(stdout).toMatch(
      /\n\nFor the \.env of the application; the secret is shown once:\nISSUER=http:\S+\nCLIENT_ID=\S+\nCLIENT_SECRET=(\S{20,})\n$/,
    );
    const [, secret = ''] = /CLIENT_SECRET=(\S+)/.exec(stdout) ?? [];
    expect(stdout.split(secret)).toHaveLength(2);
    const { stdout: dry } = await cli.run('apps', 'create', 'shop', '--name', 'Dry', '--redirect-uri', 'https://a.example/cb', '--dry-run');
    expect(dry).not.toContain('CLIENT_ID=');
    expect((await cli.run('service-users', 'create', '--id', 'till', '--user-name', 'till')).code).toBe(0);
    expect((await cli.run('service-users', 'secrets', 'create', 'till')).stdout).toMatch(/\n\nShown once:\nclientSecret: +\S+\n$/);
  });

  it('tell events in sentences, with who and what changed', async () => {
    const { userId } = await cli.json(
      'users',
      'create',
      '--user-name',
      'eva',
      '--given-name',
      'Eva',
      '--family-name',
      'E',
      '--email',
      'eva@example.com',
    );
    const line = new RegExp(`^20\\S+Z  Person added: .*${userId}.*, by .+\\. .*userName: eva`, 'm');
    expect((await cli.run('users', 'history', 'eva')).stdout).toMatch(line);
    expect((await cli.run('events', 'list', '--about', 'eva@example.com')).stdout).toMatch(line);
  });

  it('change and remove only what is still as it was read, with --if-match', async () => {
    const { projectId } = (await cli.json('projects', 'create', '--name', 'Read once')) as { projectId: string };
    const tag = /^Tag for --if-match: (.*)$/m.exec((await cli.run('projects', 'get', projectId)).stderr)?.[1] ?? '';
    expect(await cli.run('projects', 'update', projectId, '--name', 'Changed', '--if-match', tag)).toMatchObject({ code: 0 });
    for (const words of [
      ['projects', 'deactivate', projectId],
      ['projects', 'delete', projectId, '--yes'],
    ])
      expect(await cli.run(...words, '--if-match', tag)).toMatchObject({ code: 1, stderr: expect.stringContaining('changed since') });
    expect(((await cli.json('projects', 'get', projectId)) as { name: string }).name).toBe('Changed');
  });

  it('answer programs in JSON, take a body from a file or standard input, and unset members', async () => {
    const made = JSON.stringify({ name: 'Time sheet', applicationId: 'timesheet', accessTokenSeconds: 120 });
    await cli.json('projects', 'create', '--name', 'Tools', '--id', 'tools');
    const args = [
      'apps',
      'create',
      'tools',
      '--data',
      '-',
      '--redirect-uri',
      'https://a.example/1',
      '--redirect-uri',
      'https://a.example/2',
    ];
    const { code, stdout } = await cli.type(made, ...args, '--json');
    const application = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(application).toMatchObject({
      name: 'Time sheet',
      clientSecret: expect.any(String),
      config: { accessTokenSeconds: 120, redirectUris: ['https://a.example/1', 'https://a.example/2'] },
    });
    const changed = await cli.json('apps', 'update', 'tools', 'timesheet', '--unset', 'accessTokenSeconds', '--dev-mode');
    expect(changed.config.devMode).toBe(true);
    expect(changed.config).not.toHaveProperty('accessTokenSeconds');
  });

  it('show of each value of a policy, in a line, who decided it and which floor raised it', async () => {
    await cli.run('policies', 'password', 'update', '--min-length', '10');
    await cli.run('service-policies', 'password', 'update', '--min-length', '14');
    const { stdout } = await cli.run('policies', 'password', 'get');
    await cli.run('service-policies', 'password', 'reset', '--yes');
    await cli.run('policies', 'password', 'reset', '--yes');
    expect(stdout).toMatch(/^SETTING +VALUE +SOURCE$/m);
    expect(stdout).toMatch(/^minLength +14 +organization \(10\), raised by service$/m);
    expect(stdout).toMatch(/^digit +\w+ +default$/m);
    expect(stdout.match(/minLength /g)).toHaveLength(1);
  });

  it('say in a dry run of a policy how many people it concerns', async () => {
    await cli.json('users', 'create', '--user-name', 'otto', '--given-name', 'O', '--family-name', 'B', '--email', 'otto@example.com');
    const { stdout } = await cli.run('policies', 'assurance', 'update', '--second-factor', 'required', '--dry-run');
    expect(stdout).toMatch(/^\d+ (person|people) would have to set up a second step\.$/m);
  });

  it('show a list page by page, or all of it', async () => {
    for (const name of ['A', 'B', 'C']) await cli.json('groups', 'create', '--name', name);
    const first = await cli.run('groups', 'list', '--limit', '2');
    expect(first.stdout.split('\n')).toHaveLength(4);
    const cursor = /--cursor (\S+)/.exec(first.stderr)?.[1] ?? '';
    expect((await cli.json('groups', 'list', '--limit', '2', '--cursor', cursor)).groups).toMatchObject([{ displayName: 'C' }]);
    const all = await cli.run('groups', 'list', '--limit', '1', '--all');
    expect(all.stdout.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual(['DISPLAY NAME', 'A', 'B', 'C', undefined]);
    const { groups } = await cli.json('groups', 'list', '--limit', '1', '--all');
    expect(groups.map((group: { displayName: string }) => group.displayName)).toEqual(['A', 'B', 'C']);
  });

  it('administer people, and say what a change would be without making it', async () => {
    const name = [
      '--user-name',
      'ada',
      '--given-name',
      'Ada',
      '--family-name',
      'Lovelace',
      '--email',
      'ada@example.com',
      '--email',
      'al@example.com',
    ];
    const dry = await cli.run('users', 'create', ...name, '--dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, 'Nothing was changed: this was a dry run.\n']);
    expect(dry.stdout).toMatch(/^emails: +ada@example\.com, al@example\.com$/m);
    const { userId } = await cli.json('users', 'create', ...name);
    expect((await cli.run('users', 'list', '--q', 'ada', '--total')).stderr).toBe('1 in all.\n');
    const changed = await cli.json('users', 'update', userId, '--title', 'Countess', '--language', 'fr');
    expect(changed).toMatchObject({ title: 'Countess', preferredLanguage: 'fr', emails: [{ primary: true }, {}] });
    expect(await cli.json('users', 'update', userId, '--unset', 'title')).not.toHaveProperty('title');
    expect((await cli.run('users', 'lock', userId)).code).toBe(0);
    expect((await cli.json('users', 'list', '--locked')).people).toMatchObject([{ userId, locked: true }]);
    expect(await cli.run('users', 'delete', userId, '--yes')).toMatchObject({ code: 0, stdout: '' });
    expect((await cli.run('users', 'get', userId)).code).toBe(1);
  });

  it('do nothing twice: what is sent again after a lost answer is answered as it was', async () => {
    let lost = 0;
    const proxy = createServer((request, response) => {
      const onward = startRequest(
        { ...addressOf(service.url), path: request.url, method: request.method, headers: request.headers },
        (answer) => {
          if (request.method === 'POST' && lost++ === 0) return void answer.resume().on('end', () => request.socket.destroy());
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { groupId } = await cli.json('groups', 'create', '--name', 'Once', '--url', url);
    expect([lost, (await cli.json('groups', 'list', '--q', 'Once')).groups.length]).toEqual([2, 1]);
    await cli.json('groups', 'get', groupId);
    proxy.close();
    proxy.closeAllConnections();
  });

  it('rotate keys and switch features', async () => {
    const before = await cli.json('keys', 'list');
    expect((await cli.json('keys', 'rotate', '--alg', 'RS256')).keys.length).toBeGreaterThanOrEqual(before.keys.length);
    expect(await cli.json('features', 'set', '--no-token-exchange')).toEqual({ oidcTokenExchange: false });
    expect(await cli.json('features', 'set', '--token-exchange')).toEqual({ oidcTokenExchange: true });
  });

  it('write names of strangers without what would steer the terminal', () => {
    const out = { isTTY: true } as NodeJS.WriteStream;
    expect(table([{ name: 'A\u001b[2J\u202eB' }], ['name'], out)).toContain('\nA\\u001b[2J\\u202eB\n');
    expect(card({ name: 'A\nB' })).toBe('name:  A B\n');
  });
});

describe('a command that does not succeed', () => {
  it('exits with 1 and says what the service says', async () => {
    const { code, stdout, stderr } = await cli.run('orgs', 'get', 'nobody');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Error: The service answered 404: .+/);
    const asJson = await cli.run('orgs', 'get', 'nobody', '--json');
    expect(JSON.parse(asJson.stderr)).toMatchObject({ status: 404, code: expect.any(String), requestId: expect.any(String) });
  });

  it('exits with 2 for what was typed wrong, before anything is sent', async () => {
    for (const [args, fault] of [
      [['projects', 'create'], '--name is missing: name people see.'],
      [['projects', 'update', 'intranet'], 'Nothing to change was named.'],
      [['projects', 'get'], "Missing required argument 'project'"],
      [['projects', 'delete-all'], 'There is no command "projects delete-all".'],
      [['projects', 'create', '--name', 'x', '--data', '{'], '--data is not JSON.'],
      [['apps', 'create', 'tools', '--name', 'x', '--type', 'desktop'], 'Allowed choices are web, native, userAgent, api.'],
      [['groups', 'delete', 'x'], 'There is no terminal to confirm this at: add --yes.'],
    ] as const) {
      const { code, stderr } = await cli.run(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(fault)]);
    }
  });

  it('exits with 3 when nothing answers', async () => {
    const { code, stderr } = await cli.run('features', 'set', '--token-exchange', '--url', 'http://127.0.0.1:1');
    expect([code, stderr]).toEqual([3, expect.stringContaining('http://127.0.0.1:1 does not respond: ')]);
  });

  it('exits with 4 for somebody who is not known, or may not', async () => {
    const nobody = commandLine();
    nobody.env['GATEHOUSE_URL'] = service.url;
    expect(await nobody.run('orgs', 'list')).toMatchObject({ code: 4, stderr: expect.stringContaining('gatehouse login') });
    nobody.env['GATEHOUSE_TOKEN'] = 'wrong';
    expect(await nobody.run('orgs', 'list')).toMatchObject({ code: 4, stderr: expect.stringContaining('answered 401') });
    const { userId } = await cli.json('service-users', 'create', '--user-name', 'weak');
    nobody.env['GATEHOUSE_TOKEN'] = (await cli.json('service-users', 'tokens', 'create', userId)).token;
    expect(await nobody.run('orgs', 'list')).toMatchObject({ code: 4, stderr: expect.stringContaining('answered 403') });
    nobody.remove();
  });

  it('exits with 5 when some were imported and some were not', async () => {
    const { orgId } = service.credentials;
    const people = [
      { orgId, ...human('imported') },
      { orgId, ...human('nameless', { userName: '' }) },
    ];
    writeFileSync(join(cli.folder, 'people.ndjson'), people.map((person) => `${JSON.stringify(person)}\n`).join(''));
    const { code, stdout } = await cli.run('users', 'import', 'people.ndjson');
    expect([code, stdout]).toEqual([5, expect.stringContaining('done: 1 added, 0 changed, 1 not imported')]);
  });

  it('keeps the owner’s token of this host from other addresses', async () => {
    const { code, stderr } = await cli.run('orgs', 'list', '--url', 'https://id.example.com');
    expect([code, stderr]).toEqual([4, expect.stringContaining('No token for https://id.example.com')]);
  });
});
