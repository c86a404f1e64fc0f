// The programs of docs/apps, with the settings of an application in the place of the variables of their commands.
import registering from '../../../../docs/connect-an-app.md?raw';

const pages = import.meta.glob<string>('../../../../docs/apps/*.md', { query: '?raw', import: 'default', eager: true });
const guide = Object.values(pages).join('\n');

/** Under which heading each program stands, by the kind of application; the names of headings are names of products. */
export const FRAMEWORKS = {
  web: ['Express', 'Next.js', 'Flask', 'Django', 'FastAPI', 'Go', 'Spring', 'ASP.NET', 'PHP'],
  userAgent: ['A single-page application', 'React', 'Vue', 'Angular'],
  native: ['A native application'],
  api: ['Protect an API', 'An API with FastAPI', 'An API with Spring'],
  machine: ['A service in JavaScript', 'A service in Python', 'A service in Go'],
} as const;

export type Framework = (typeof FRAMEWORKS)[keyof typeof FRAMEWORKS][number];

const [web, userAgent, native] = [...registering.matchAll(/"redirectUris": \["([^"]+)"\]/g)].map(([, address]) => address);
/** Where the programs of the guide expect people after a sign-in, as it registers them. */
export const ADDRESSES = { web, userAgent, native };

/** What a program needs to know of its application. */
export interface Registration {
  issuer: string;
  /** Unknown of a service without a person: it calls APIs of any project. */
  projectId?: string | undefined;
  clientId: string;
  /** Known only just after it was made. */
  clientSecret?: string | undefined;
  /** Where people reach it. */
  address?: string | undefined;
}

export interface Lines {
  language: string;
  text: string;
}

/** Below the title of a page. */
const HEADING = /^#{2,3} (.+)$/;
const NEXT = /^#{1,3} /;
const FENCE = '```';

/** The blocks of code below a heading, up to the next one. */
export function programOf(framework: Framework, registration: Registration): Lines[] {
  const lines = guide.split('\n');
  const begin = lines.findIndex((line) => HEADING.exec(line)?.[1] === framework) + 1;
  const blocks: Lines[] = [];
  let block: { language: string; lines: string[] } | undefined;
  for (const line of lines.slice(begin)) {
    if (block === undefined && NEXT.test(line)) break;
    if (!line.startsWith(FENCE)) block?.lines.push(line);
    else if (block === undefined) block = { language: line.slice(FENCE.length), lines: [] };
    else {
      blocks.push({ language: block.language, text: filled(block.lines.join('\n'), registration) });
      block = undefined;
    }
  }
  // Commands of the guide that register the application: that is done.
  return blocks.filter(({ text }) => !text.includes('$(admin '));
}

/** Variables of the guide's commands, with what the administrator has instead. */
function filled(text: string, { issuer, clientId, clientSecret = '…', projectId = '…' }: Registration): string {
  const values = {
    BASE: issuer,
    WEB_ID: clientId,
    WEB_SECRET: clientSecret,
    API_ID: clientId,
    API_SECRET: clientSecret,
    PROJECT: projectId,
  };
  return Object.entries(values).reduce((before, [name, value]) => before.replaceAll(`=$${name}`, () => `=${value}`), text);
}

/** The settings that every program of the guide reads: from its environment, or in a browser from a file. */
export function settingsFor(isInBrowser: boolean, { issuer, clientId, clientSecret, projectId, address }: Registration): Lines {
  if (isInBrowser)
    return {
      language: 'config.js',
      text: `export const issuer = ${JSON.stringify(issuer)};\nexport const clientId = ${JSON.stringify(clientId)};\n`,
    };
  const variables = {
    ISSUER: issuer,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    PROJECT_ID: projectId,
    APP_URL: address,
  };
  const known = Object.entries(variables).filter(([, value]) => value !== undefined);
  return { language: '.env', text: known.map(([name, value]) => `${name}=${value}\n`).join('') };
}

/** A command that gets a token for a service without a person. */
export function machineLines({ issuer, clientId, clientSecret = '…' }: Registration): Lines {
  const text = `curl -s ${issuer}/oauth/v2/token \\\n  -u '${clientId}:${clientSecret}' \\\n  -d grant_type=client_credentials -d scope=openid\n`;
  return { language: 'sh', text };
}
