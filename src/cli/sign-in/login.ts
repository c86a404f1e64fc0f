// `gatehouse login`, `logout` and `whoami`: manage the credentials of commands.
import { text } from 'node:stream/consumers';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
  tokenRevocation,
  type Configuration,
  type TokenEndpointResponse,
} from 'openid-client';
import { COMMAND_LINE_REDIRECT_URI } from '../../oidc/protocol/own-clients.js';
import { findAddress, type ServiceAccess } from '../service/access.js';
import { changeCredentials, credentialsPath, type StoredCredentials } from '../service/credentials-file.js';
import { discover, proofsBy, sessionOf } from '../service/openid.js';
import { newProofKey, type ProofJwk } from '../service/proof.js';
import { ServiceClient } from '../service/service-client.js';
import { askSecret, isAttended } from '../terminal/ask.js';
import { CommandError, UsageError } from '../terminal/command-error.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { card } from '../terminal/table.js';
import { refused, signInOnDevice } from './device.js';
import { openBrowser } from './open-browser.js';
import { listenOnLoopback } from './loopback.js';

export interface LoginArguments {
  url?: string;
  /** Reads a token from standard input instead of opening a browser. */
  token?: boolean;
  browser?: boolean;
  /** Signs in with a browser on another machine (RFC 8628). */
  device?: boolean;
  /** The default organization of later commands; absent: that of the signed-in user. */
  org?: string;
  json?: boolean;
}

/** @throws CommandError if the person doesn't sign in, or the token is invalid */
export async function login(args: LoginArguments, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const base = findAddress(args.url, env);
  if (args.token && args.device) throw new UsageError('--token and --device exclude each other.');
  const credentials = args.token ? await tokenFromInput() : await signIn(base, args);
  const who = await identify(base, credentials, env);
  const orgId = args.org ?? who.orgId;
  await changeCredentials(env, (file) => {
    file.services[base] = { ...credentials, orgId };
    file.current = base;
  });
  console.error(`Signed in at ${base} as ${who.loginName}. Kept in ${credentialsPath(env)}`);
  return EXIT.done;
}

/** Deletes the stored credentials, and ends the session at the service. */
export async function logout({ url }: LoginArguments, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const base = findAddress(url, env);
  const forgotten = await changeCredentials(env, (file) => {
    const { [base]: found, ...others } = file.services;
    file.services = others;
    if (file.current === base) file.current = undefined;
    return found;
  });
  if (!forgotten) throw new CommandError(`No user is signed in at ${base}.`, EXIT.forbidden);
  const { session } = forgotten;
  // The local sign-out succeeds in any case. If the service can't be reached, the session there ends by itself.
  const heard = session
    ? await discover(base)
        .then((service) => tokenRevocation(service, session.refreshToken))
        .then(
          () => true,
          () => false,
        )
    : true;
  console.error(heard ? `Signed out at ${base}.` : `Signed out here. ${base} does not respond; its session ends by itself.`);
  return EXIT.done;
}

export async function whoami({ url, json }: LoginArguments, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const client = new ServiceClient(url, env);
  const { userId, displayName, loginName, orgId: ownOrgId, service, organizations } = (await client.json(WHO)) as Who;
  const { base, from, orgId = ownOrgId } = client.access;
  const who = { userId, name: displayName, loginName, service: base, by: from, orgId };
  const roles = [
    ...service.roles,
    ...organizations.flatMap((organization) => [
      ...organization.roles.map((role) => `${role} in ${organization.name}`),
      ...organization.projects.flatMap((project) => project.roles.map((role) => `${role} of ${project.name} in ${organization.name}`)),
    ]),
  ];
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...who, roles: service.roles, permissions: service.permissions, organizations }, null, 2)}\n`
      : card({ ...who, roles: roles.length === 0 ? 'none' : roles }),
  );
  return EXIT.done;
}

/** Who the credentials belong to, and what they allow. */
const WHO = '/admin/v1/me/permissions';

interface Permitted {
  roles: string[];
  permissions: string[];
}

interface Who {
  userId: string;
  orgId: string;
  loginName: string;
  displayName: string;
  service: Permitted;
  organizations: Array<Permitted & { orgId: string; name: string; projects: Array<Permitted & { projectId: string; name: string }> }>;
}

/** Identifies the owner of the credentials at the service, before they are stored. */
async function identify(base: string, { token, session }: StoredCredentials, env: NodeJS.ProcessEnv): Promise<Who> {
  const access: ServiceAccess = {
    base,
    from: 'the sign-in',
    token: session?.accessToken ?? token,
    proofKey: session?.proofKey,
    stored: undefined,
    orgId: undefined,
  };
  return (await new ServiceClient(base, env, access).json(WHO)) as Who;
}

async function tokenFromInput(): Promise<StoredCredentials> {
  const token = (isAttended() ? await askSecret('Token:') : await text(process.stdin)).trim();
  if (/^[\x21-\x7E]{1,10000}$/.test(token)) return { token };
  throw new UsageError('Standard input has no token.');
}

async function signIn(base: string, { device, browser }: LoginArguments): Promise<StoredCredentials> {
  const service = await discover(base);
  const proofKey = newProofKey();
  const scope = scopeOf(service);
  const tokens = device ? await signInOnDevice(service, scope, proofKey) : await signInByBrowser(service, browser !== false, proofKey);
  return { session: sessionOf(tokens, proofKey) };
}

/** Authorization code with PKCE (RFC 7636), in the browser of the person who ran the command. */
async function signInByBrowser(service: Configuration, opensBrowser: boolean, proofKey: ProofJwk): Promise<TokenEndpointResponse> {
  const loopback = await listenOnLoopback(new URL(COMMAND_LINE_REDIRECT_URI).pathname);
  try {
    const [verifier, state] = [randomPKCECodeVerifier(), randomState()];
    const address = buildAuthorizationUrl(service, {
      redirect_uri: loopback.redirectUri,
      scope: scopeOf(service),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
    const back = loopback.comesBack(state);
    console.error(`Sign in at:\n${address}`);
    if (opensBrowser && isAttended()) openBrowser(address);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const options = { DPoP: await proofsBy(service, proofKey) };
    return await authorizationCodeGrant(service, await back, checks, undefined, options).catch(refused);
  } finally {
    loopback.close();
  }
}

/** The scope that makes the token valid for the service's own API. Its name depends on the vendor, which discovery shows. */
function scopeOf(service: Configuration): string {
  const own = service.serverMetadata().scopes_supported?.find((scope) => /^urn:[^:]+:iam:user:resourceowner$/.test(scope));
  const vendor = own?.split(':')[1] ?? 'gatehouse';
  return `openid profile offline_access urn:${vendor}:iam:org:project:id:${vendor}:aud urn:${vendor}:iam:user:resourceowner`;
}
