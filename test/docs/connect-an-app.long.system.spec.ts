// Programs of docs/apps that take packages which this project has not, or a compiler: installed as the guide says, started, and used by a
// person. In the long check.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../browser/chromium.mjs';
import { signIn as signInAtPage } from '../browser/scene.mjs';
import { signInAt } from '../clients/round-trip.js';
import { GuideApplications, LOGIN, PROGRAMS } from '../support/guide-applications.js';
import { blocksUnder, fileIn } from '../support/guide-blocks.js';
import { requirePrograms } from '../support/programs.js';
import { freePort } from '../support/service.js';

/** Fetching and compiling take their time on a cold machine. */
const TIME_MS = 900_000;
const run = promisify(execFile);

let guide: GuideApplications;
beforeAll(async () => {
  requirePrograms('sh', 'curl', 'go', 'java', 'mvn');
  guide = await GuideApplications.register();
});
afterAll(() => guide?.leave());

/** Runs a program that ends, in a folder of the reader. */
async function runIn(folder: string, program: string, ...args: string[]): Promise<string> {
  const cwd = join(guide.reader.folder, folder);
  const { stdout } = await run(program, args, { cwd, env: { ...process.env, ...guide.settings('WEB') }, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
}

/** Saves files of the guide into a folder. */
function saveIn(folder: string, ...names: string[]): void {
  for (const name of names) guide.reader.save(join(folder, name), guide.reader.here(fileIn(PROGRAMS, name)));
}

/** The packages that the first command under a title installs. */
function packagesUnder(title: string, installs: string): string[] {
  const line = blocksUnder(PROGRAMS, title, 'sh')
    .flatMap((block) => block.split('\n'))
    .find((text) => text.startsWith(installs));
  if (line === undefined) throw new Error(`"${title}" installs nothing.`);
  return line.slice(installs.length).replaceAll('"', '').trim().split(' ');
}

/** A Python of its own. @returns the folder of its programs */
async function python(folder: string, packages: readonly string[]): Promise<string> {
  guide.reader.save(join(folder, '.keep'), '');
  await runIn(folder, 'python3', '-m', 'venv', 'venv');
  const programs = join(guide.reader.folder, folder, 'venv/bin');
  await runIn(folder, join(programs, 'pip'), 'install', '--quiet', ...packages);
  return programs;
}

const PORT = () => new URL(guide.app).port;

describe('Python', () => {
  it(
    'Django: people are users and roles are groups',
    async () => {
      const programs = await python('django', packagesUnder('## Django', 'pip install'));
      await runIn('django', join(programs, 'django-admin'), 'startproject', 'timesheet', '.');
      const settings = join('django/timesheet/settings.py');
      const more = fileIn(PROGRAMS, 'timesheet/settings.py, at the end');
      writeFileSync(join(guide.reader.folder, settings), guide.reader.read(settings) + more);
      saveIn('django', 'timesheet/views.py', 'timesheet/urls.py');
      const interpreter = join(programs, 'python');
      await runIn('django', interpreter, 'manage.py', 'migrate');
      const env = { PYTHONUNBUFFERED: '1' };
      const command = [interpreter, join(guide.reader.folder, 'django/manage.py'), 'runserver', '--noreload', PORT()];
      const server = guide.start(command, 'WEB', env);
      await server.says(/Quit the server|Starting development server/);
      await guide.use();
      await server.stop();
    },
    TIME_MS,
  );

  it(
    'FastAPI: pages and an API',
    async () => {
      const packages = ['## FastAPI', '## An API with FastAPI'].flatMap((title) => packagesUnder(title, 'pip install'));
      const programs = await python('fastapi', packages);
      saveIn('fastapi', 'main.py', 'api.py');
      const serve = (module: string, port: string) => [
        join(programs, 'uvicorn'),
        '--app-dir',
        join(guide.reader.folder, 'fastapi'),
        `${module}:app`,
        '--port',
        port,
      ];
      const server = guide.start(serve('main', PORT()), 'WEB');
      await server.says(/running on/);
      await guide.use();
      await server.stop();
      const port = String(await freePort());
      const api = guide.start(serve('api', port), 'API');
      await api.says(/running on/);
      await callApi(`http://127.0.0.1:${port}`);
      await api.stop();
    },
    TIME_MS,
  );
});

/** A service without a person calls an API with its role; others are refused. */
async function callApi(url: string): Promise<void> {
  await guide.startFile('service.mjs', 'ROBOT', { API_URL: url }).says(/GET 200 .*\nPOST 201 .*\n/);
  const refused = await Promise.all(
    [undefined, 'x.y.z', guide.service.credentials.serviceUser.personalAccessToken].map((token) =>
      fetch(`${url}/times`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
    ),
  );
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
}

describe('Go', () => {
  it(
    'serves pages, and calls an API without a person',
    async () => {
      saveIn('go', 'main.go');
      saveIn('go/service', 'service.go');
      const commands = (blocksUnder(PROGRAMS, '## Go', 'sh')[0] ?? '').trim().split('\n');
      expect(commands.at(-1)).toBe('go run .');
      for (const line of commands.slice(0, -1)) await runIn('go', 'sh', '-c', line);
      await runIn('go', 'go', 'build', '-o', 'timesheet', '.');
      const server = guide.start([join(guide.reader.folder, 'go/timesheet')], 'WEB');
      await server.says(/The application is at/);
      await guide.use();
      await server.stop();
      await runIn('go', 'go', 'build', '-o', 'robot', './service');
      const port = String(await freePort());
      const api = guide.startFile('api-jwt.mjs', 'API', { PORT: port, APP_ORIGIN: guide.spa });
      await api.says(/The API listens/);
      const robot = guide.start([join(guide.reader.folder, 'go/robot')], 'ROBOT', { API_URL: `http://127.0.0.1:${port}` });
      await robot.says(/GET 200 .*\nPOST 201 .*\n/);
      await api.stop();
    },
    TIME_MS,
  );
});

describe('Spring', () => {
  /** A project of Spring Boot with these starters, and the class that starts it. */
  function project(folder: string, name: string, starters: readonly string[]): void {
    const [, version = ''] = /with Spring Boot ([\d.]+)/.exec(PROGRAMS) ?? [];
    const dependencies = starters.map(
      (starter) => `<dependency><groupId>org.springframework.boot</groupId><artifactId>${starter}</artifactId></dependency>`,
    );
    guide.reader.save(
      join(folder, 'pom.xml'),
      `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>${version}</version></parent>
<groupId>com.example</groupId><artifactId>${name}</artifactId><version>1</version><properties><java.version>17</java.version></properties>
<dependencies>${dependencies.join('')}</dependencies>
<build><finalName>app</finalName><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>
</project>`,
    );
    guide.reader.save(
      join(folder, `src/main/java/com/example/${name}/Application.java`),
      `package com.example.${name};
@org.springframework.boot.autoconfigure.SpringBootApplication
class Application { public static void main(String[] args) { org.springframework.boot.SpringApplication.run(Application.class, args); } }`,
    );
  }
  /** The starters that the text under a title names. */
  const startersIn = (title: string) => [
    ...new Set((PROGRAMS.split(`\n${title}\n`)[1]?.split('\n```')[0] ?? '').match(/spring-boot-starter-[a-z\d-]+/g)),
  ];
  const started = async (folder: string, client: 'WEB' | 'API', port: string) => {
    await runIn(folder, 'mvn', '--quiet', '--batch-mode', 'package');
    const server = guide.start(['java', '-jar', join(guide.reader.folder, folder, 'target/app.jar')], client, {
      SERVER_PORT: port,
      SERVER_ADDRESS: '127.0.0.1',
    });
    await server.says(/Started Application/);
    return server;
  };

  it(
    'serves pages',
    async () => {
      project('spring', 'timesheet', startersIn('## Spring'));
      const files = ['Security', 'Pages'].map((name) => `src/main/java/com/example/timesheet/${name}.java`);
      saveIn('spring', 'src/main/resources/application.yaml', ...files);
      const server = await started('spring', 'WEB', PORT());
      await guide.use('/oauth2/authorization/gatehouse');
      await server.stop();
    },
    TIME_MS,
  );

  it(
    'takes access tokens',
    async () => {
      project('spring-api', 'api', startersIn('## An API with Spring'));
      saveIn('spring-api', ...['ApiSecurity', 'Times'].map((name) => `src/main/java/com/example/api/${name}.java`));
      const port = String(await freePort());
      const server = await started('spring-api', 'API', port);
      await callApi(`http://127.0.0.1:${port}`);
      await server.stop();
    },
    TIME_MS,
  );
});

describe('Next.js', () => {
  it(
    'signs in, tells who it is and signs out',
    async () => {
      guide.reader.save('next/package.json', '{ "private": true, "type": "module" }');
      await runIn('next', 'npm', 'install', '--no-audit', '--no-fund', '--silent', ...packagesUnder('## Next.js', 'npm install'));
      saveIn('next', 'lib/session.js', ...['login', 'callback', 'logout', 'me'].map((name) => `app/${name}/route.js`));
      const command = ['sh', '-c', `cd next && exec node_modules/.bin/next dev --hostname 127.0.0.1 --port ${PORT()}`];
      const server = guide.start(command, 'WEB', { NEXT_TELEMETRY_DISABLED: '1' });
      await server.says(/Ready in/);
      const { here, there } = await guide.signIn();
      const me = async () => JSON.parse((await here.open(`${guide.app}/me`)).html ?? '');
      expect(await me()).toMatchObject({ name: 'Ada Lovelace', roles: ['editor'] });
      const left = await here.open(`${guide.app}/logout`, { method: 'POST' });
      expect((await there.open(left.url)).url).toBe(`${guide.app}/`);
      expect(await me()).toEqual({ error: 'You are not signed in.' });
      await server.stop();
    },
    TIME_MS,
  );
});

describe('programs with settings of their own', () => {
  it(
    'oauth2-proxy lets members of a group pass, and tells the server behind it who they are',
    async () => {
      const { service, reader } = guide;
      const [proxyPort, port] = [await freePort(), await freePort()];
      const proxy = `http://127.0.0.1:${proxyPort}`;
      const [, version = ''] = /with oauth2-proxy ([\d.]+)/.exec(PROGRAMS) ?? [];
      const orgPath = `/admin/v1/organizations/${service.credentials.orgId}`;
      const { body: made } = await service.call('POST', `${orgPath}/projects/${reader.valueOf('PROJECT')}/applications`, {
        name: 'Behind the proxy',
        redirectUris: [`${proxy}/oauth2/callback`],
        grantTypes: ['authorization_code', 'refresh_token'],
        idTokenUserinfoAssertion: true,
      });
      const { body: group } = await service.call('POST', `${orgPath}/groups`, { displayName: 'Finance' });
      const settings = Object.entries({
        'https://id.example.com': service.url,
        'https://app.example.com': proxy,
        'the client ID': made.clientId,
        '127.0.0.1:4180': `127.0.0.1:${proxyPort}`,
        '127.0.0.1:8000': `127.0.0.1:${port}`,
      }).reduce((text, [from, to]) => text.replaceAll(from, to), fileIn(PROGRAMS, 'oauth2-proxy.cfg'));
      // The test has no TLS.
      reader.save('proxy/oauth2-proxy.cfg', `${settings}cookie_secure = false\n`);
      reader.save('proxy/client.secret', made.clientSecret);
      reader.save('proxy/cookie.secret', randomBytes(32).toString('base64url'));
      await runIn('proxy', 'go', 'mod', 'init', 'example.com/proxy');
      await runIn('proxy', 'go', 'get', `github.com/oauth2-proxy/oauth2-proxy/v7@v${version}`);
      await runIn('proxy', 'go', 'build', '-o', 'oauth2-proxy', 'github.com/oauth2-proxy/oauth2-proxy/v7');
      const behind = createServer((request, response) => response.end(JSON.stringify(request.headers))).listen(port, '127.0.0.1');
      const server = reader.start('sh', ['-c', 'cd proxy && exec ./oauth2-proxy --config oauth2-proxy.cfg'], {});
      await expect
        .poll(() =>
          fetch(`${proxy}/ping`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true);
      const attempt = async () => (await signInAt({ url: proxy, path: '/oauth2/start' }, service, LOGIN)).end;
      const person = `${orgPath}/people/${guide.personId}`;
      const changed = await service.call('PATCH', person, { emails: [{ value: 'ada@elsewhere.example', primary: true }] });
      expect(changed.status, changed.text).toBe(200);
      expect((await attempt()).page?.status).toBe(403);
      await server.says(/email in id_token \(ada@elsewhere\.example\) isn't verified/);
      await service.call('POST', `${person}/_verify-email`, {});
      expect((await attempt()).page?.status).toBe(403);
      await service.call('POST', `${orgPath}/groups/${group.groupId}/members`, { memberIds: [guide.personId] });
      const { html } = await attempt();
      const told = { 'x-forwarded-user': guide.personId, 'x-forwarded-email': 'ada@elsewhere.example', 'x-forwarded-groups': 'Finance' };
      expect(JSON.parse(html ?? '')).toMatchObject(told);
      await server.stop();
      behind.close();
    },
    TIME_MS,
  );

  it(
    'Grafana gets its role by the expression of the guide',
    async () => {
      const [, expression = ''] = /^role_attribute_path = (.*)$/m.exec(PROGRAMS) ?? [];
      const programs = await python('grafana', ['jmespath']);
      guide.reader.save('grafana/ask.py', 'import jmespath, json, sys\nprint(jmespath.search(sys.argv[1], json.loads(sys.argv[2])))');
      const roleOf = (claims: object) => runIn('grafana', join(programs, 'python'), 'ask.py', expression, JSON.stringify(claims));
      const claim = 'urn:gatehouse:iam:org:project:roles';
      const claims = [{ [claim]: { admin: {} } }, { [claim]: { editor: {} } }, { [claim]: { other: {} } }, {}];
      const roles = await Promise.all(claims.map(roleOf));
      expect(roles.map((role) => role.trim())).toEqual(['Admin', 'Editor', 'Viewer', 'Viewer']);
    },
    TIME_MS,
  );
});

describe('in the browser', () => {
  let chromium: Chromium;
  beforeAll(async () => {
    chromium = await launchChromium();
  });
  afterAll(() => chromium?.close());

  const port = () => new URL(guide.spa).port;
  /** Packages beside those that the guide names: what builds the project. */
  async function install(folder: string, title: string, builders: string[], versions: Record<string, string> = {}): Promise<void> {
    guide.reader.save(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const packages = [...packagesUnder(title, 'npm install').map((name) => versions[name] ?? name), ...builders];
    await runIn(folder, 'npm', 'install', '--no-audit', '--no-fund', '--silent', ...packages);
    const config = `export const issuer = '${guide.service.url}';\nexport const clientId = '${guide.reader.valueOf('SPA_ID')}';\n`;
    guide.reader.save(join(folder, 'src/config.js'), config);
  }
  const serve = (folder: string, command: string) => guide.reader.start('sh', ['-c', `cd ${folder} && exec ${command}`], {});

  /** A person signs in, sees roles, renews tokens and signs out. */
  async function use(): Promise<void> {
    const tab = await (await chromium.newContext()).newPage();
    const faults: string[] = [];
    tab.on('pageerror', ({ message }) => faults.push(message));
    await tab.goto(guide.spa);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.waitForSelector('input[name=loginName]');
    await signInAtPage(tab, LOGIN);
    await tab.locator('#who', { hasText: 'Ada Lovelace: editor' }).waitFor();
    expect(tab.url()).toBe(`${guide.spa}/`);
    const renewed = tab.waitForResponse((answer) => answer.url().endsWith('/oauth/v2/token'));
    await tab.getByRole('button', { name: 'Renew' }).click();
    expect((await renewed).status()).toBe(200);
    const revoked = tab.waitForResponse((answer) => answer.url().endsWith('/oauth/v2/revoke') && answer.request().method() === 'POST');
    await tab.getByRole('button', { name: 'Sign out' }).click();
    expect((await revoked).status()).toBe(200);
    await tab.getByRole('button', { name: 'Sign in' }).waitFor();
    expect([tab.url(), faults]).toEqual([`${guide.spa}/`, []]);
    await tab.context().close();
  }

  const page = (root: string, script: string) => `<!doctype html><div id="${root}"></div><script type="module" src="${script}"></script>`;
  const vite = () => `node_modules/.bin/vite --host 127.0.0.1 --port ${port()} --strictPort`;

  it(
    'React',
    async () => {
      await install('react', '## React', ['vite']);
      saveIn('react', 'src/main.jsx');
      guide.reader.save('react/index.html', page('root', '/src/main.jsx'));
      // What the plugin of a new project does.
      guide.reader.save('react/vite.config.js', `export default { oxc: { jsx: { runtime: 'automatic' } } };`);
      const server = serve('react', vite());
      await server.says(/ready in/);
      await use();
      await server.stop();
    },
    TIME_MS,
  );

  it(
    'Vue',
    async () => {
      await install('vue', '## Vue', ['vite', '@vitejs/plugin-vue']);
      saveIn('vue', 'src/auth.js', 'src/App.vue', 'src/main.js');
      guide.reader.save('vue/index.html', page('app', '/src/main.js'));
      guide.reader.save('vue/vite.config.js', `import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue()] };`);
      const server = serve('vue', vite());
      await server.says(/ready in/);
      await use();
      await server.stop();
    },
    TIME_MS,
  );

  it(
    'Angular',
    async () => {
      // The last version whose command line runs on every Node that this project supports.
      const version = 20;
      const own = ['core', 'common', 'compiler', 'platform-browser', 'router', 'build', 'cli', 'compiler-cli'];
      const builders = [...own.map((name) => `@angular/${name}@${version}`), 'rxjs@7', 'tslib', 'typescript@5.9'];
      const library = 'angular-auth-oidc-client';
      await install('angular', '## Angular', builders, { [library]: `${library}@${version}` });
      saveIn('angular', 'src/main.ts', 'src/app/app.config.ts', 'src/app/app.ts');
      guide.reader.save('angular/src/index.html', '<!doctype html><base href="/"><app-root></app-root>');
      const compilerOptions = { target: 'ES2022', module: 'preserve', moduleResolution: 'bundler', strict: true, allowJs: true };
      guide.reader.save(
        'angular/tsconfig.json',
        JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: ['src/main.ts'] }),
      );
      const options = { browser: 'src/main.ts', index: 'src/index.html', tsConfig: 'tsconfig.json', outputPath: 'built' };
      const build = { builder: '@angular/build:application', options, configurations: { development: { optimization: false } } };
      const dev = { builder: '@angular/build:dev-server', options: { buildTarget: 'app:build:development' } };
      guide.reader.save(
        'angular/angular.json',
        JSON.stringify({
          version: 1,
          cli: { analytics: false },
          projects: { app: { projectType: 'application', root: '', sourceRoot: 'src', architect: { build, serve: dev } } },
        }),
      );
      const server = serve('angular', `node_modules/.bin/ng serve app --host 127.0.0.1 --port ${port()} --no-live-reload`);
      await server.says(/Local:/);
      await use();
      await server.stop();
    },
    TIME_MS,
  );
});
