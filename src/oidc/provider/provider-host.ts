// Holds the running provider, and builds a new one when the signing keys change: all state is in the adapters and the cookie keys,
// so a login that is under way carries on with the new one.
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Adapter, Provider } from 'oidc-provider';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigVersion, LOOK_AGAIN_MS } from '../../common/database/config-version.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Policies } from '../../users/policies/policies.service.js';
import { Clients } from '../clients/clients.service.js';
import { ClientRequests } from '../fast-path/client-requests.service.js';
import { Documents } from '../fast-path/documents.js';
import { ConsentsRepository } from '../consents/consents.repository.js';
import { ClientCredentialsGrant } from '../grants/client-credentials.grant.js';
import { TokenExchangeGrant } from '../grants/token-exchange.grant.js';
import { SigningKeys, type KeySet } from '../keys/signing-keys.service.js';
import { SessionEnd } from '../sessions/session-end.service.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { AuthorizationRequests } from '../clients/authorization-requests.service.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Audiences } from '../tokens/audiences.service.js';
import { GrantsRepository } from '../tokens/grants.repository.js';
import { IdTokens } from '../tokens/id-tokens.service.js';
import { Introspection } from '../tokens/introspection.service.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { LiveTokens } from '../tokens/live-tokens.service.js';
import { Revocation } from '../tokens/revocation.service.js';
import { PageContexts } from '../pages/page-contexts.service.js';
import { Subjects } from '../tokens/subjects.service.js';
import { Artifacts } from './artifact.adapter.js';
import { buildProvider } from './build-provider.js';
import { pages } from './pages.js';
import { GrantAdapters } from './grant.adapter.js';
import { NOTHING_STORED } from './library.js';
import { Refresh } from './refresh.js';
import { SessionAdapter } from './session.adapter.js';

interface Running {
  fingerprint: string;
  documents: Documents;
  provider: Provider;
  callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

@Injectable()
export class ProviderHost {
  private readonly log = new Logger('oidc');
  private running: Promise<Running> | undefined;
  private lookedMs = 0;
  private lookedChanges = 0;
  private documents: Documents | undefined;

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: ConfigVersion,
    private readonly signingKeys: SigningKeys,
    private readonly artifacts: Artifacts,
    private readonly sessionAdapter: SessionAdapter,
    private readonly grantAdapters: GrantAdapters,
    private readonly clients: Clients,
    private readonly clientRequests: ClientRequests,
    private readonly tokenExchange: TokenExchangeGrant,
    private readonly policies: Policies,
    private readonly audiences: Audiences,
    private readonly accessTokens: AccessTokens,
    private readonly liveTokens: LiveTokens,
    private readonly lifetimes: Lifetimes,
    private readonly grants: GrantsRepository,
    private readonly subjects: Subjects,
    private readonly introspection: Introspection,
    private readonly revocation: Revocation,
    private readonly clientCredentials: ClientCredentialsGrant,
    private readonly refresh: Refresh,
    private readonly frames: PageContexts,
    private readonly idTokens: IdTokens,
    private readonly sessionEnd: SessionEnd,
    private readonly browserSessions: BrowserSessions,
    private readonly consents: ConsentsRepository,
    private readonly requests: AuthorizationRequests,
  ) {}

  /** The provider with the keys of at most a second ago. */
  async current(): Promise<Running> {
    if (this.running && this.isRecent()) return this.running;
    this.lookedMs = this.clock.nowMs();
    this.lookedChanges = this.config.ownChanges;
    const before = this.running;
    this.running = this.look(before).catch((error: unknown) => {
      // The next request looks again.
      this.running = before;
      this.lookedMs = 0;
      throw error;
    });
    return this.running;
  }

  /** What everybody may read, of at most a second ago; undefined when it is time to look again. */
  recentDocuments(): Documents | undefined {
    return this.isRecent() ? this.documents : undefined;
  }

  private isRecent(): boolean {
    return this.clock.nowMs() - this.lookedMs < LOOK_AGAIN_MS && this.config.ownChanges === this.lookedChanges;
  }

  private async look(before: Promise<Running> | undefined): Promise<Running> {
    const keys = await this.signingKeys.current();
    const cookieSecrets = this.keyring.secrets('cookie');
    const fingerprint = [keys.fingerprint, ...cookieSecrets].join(' ');
    const known = await before;
    const running = known?.fingerprint === fingerprint ? known : this.build(keys, cookieSecrets, fingerprint);
    running.documents.tokenExchange = (await this.policies.features()).oidcTokenExchange;
    this.documents = running.documents;
    return running;
  }

  private build(keys: KeySet, cookieSecrets: string[], fingerprint: string): Running {
    const documents = new Documents(keys.published);
    const provider = buildProvider({
      issuer: this.settings.publicUrl,
      cookieSecrets,
      lifetimes: this.lifetimes,
      signingKeys: this.signingKeys,
      adapter: (model) => this.adapter(model),
      keys,
      clients: this.clients,
      clientRequests: this.clientRequests,
      documents,
      tokenExchange: this.tokenExchange,
      policies: this.policies,
      audiences: this.audiences,
      accessTokens: this.accessTokens,
      liveTokens: this.liveTokens,
      grants: this.grants,
      grantAdapters: this.grantAdapters,
      clock: this.clock,
      subjects: this.subjects,
      introspection: this.introspection,
      revocation: this.revocation,
      clientCredentials: this.clientCredentials,
      refresh: this.refresh,
      pages: pages(this.frames, this.requests),
      requests: this.requests,
      idTokens: this.idTokens,
      sessionEnd: this.sessionEnd,
      artifacts: this.artifacts,
      browserSessions: this.browserSessions,
      consents: this.consents,
    });
    provider.maxIpsCount = this.settings.trustProxy;
    (provider as EventEmitter).on('error', (error: unknown) => this.log.error({ message: 'provider error', err: error }));
    return { fingerprint, documents, provider, callback: provider.callback() };
  }

  /** What is not named here is not stored: access tokens carry themselves, clients come from the client adapter. */
  private adapter(model: string): Adapter {
    switch (model) {
      case 'AuthorizationCode':
        return this.grantAdapters.codes;
      case 'Grant':
        return this.grantAdapters.grantModel;
      case 'Session':
        return this.sessionAdapter.adapter;
      case 'Interaction':
      case 'ReplayDetection':
        return this.artifacts.adapter(model);
      default:
        return NOTHING_STORED;
    }
  }
}
