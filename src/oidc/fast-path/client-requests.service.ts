// Reads the form of a request and authenticates its client, once per request, for the fast path and the library.
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Clock } from '../../common/primitives/clock.js';
import {
  type AuthenticatedClient,
  CLIENT_AUTH_METHODS,
  ClientAuthentication,
  ClientAuthenticationError,
  type ClientRequest,
  parameterOf,
} from '../clients/authentication/client-authentication.service.js';
import { nameCaller, requestIdOf } from '../../common/http/observed-requests.js';
import { presentedProof } from '../../common/access/presented-token.js';
import { ProofRefusal } from '../../common/access/proof-refusal.js';
import { admit, ANY_ROLE } from '../../common/admission/admit.js';
import { BODY_BYTES } from '../../common/admission/request-bounds.js';
import { RequestQuotas } from '../../users/organizations/limits/request-quotas.service.js';
import { ClientFailures } from '../clients/client-failures.service.js';
import { type ClientRecord, JWT_PROFILE } from '../clients/clients.service.js';
import { PUSHED_REQUEST_ENDPOINT, TOKEN_ENDPOINT } from '../protocol/endpoints.js';
import { asOAuthError, type Proof, Proofs } from '../proofs/proofs.service.js';
import { JwtProfileGrant } from '../grants/jwt-profile.grant.js';
import { OAuthError } from '../protocol/oauth-error.js';

/** The parameters of a request, or the error if they could not be read. */
interface FormBody {
  form: URLSearchParams;
  fault?: OAuthError;
}

/** `receivedUs`: when the whole form had arrived, in microseconds since 1970 UTC. */
interface ReadForm extends FormBody {
  receivedUs: number;
}

/** The sender of a request: the client that authenticated, or the reason why authentication failed. */
interface Identified extends Partial<AuthenticatedClient> {
  refusal?: OAuthError;
  /** The proof of the key that tokens will be bound to, at the endpoints that take one. */
  proof?: Proof | undefined;
  /** The version with which the client was found. */
  configVersion: number;
}

/** The endpoints where a proof binds what is issued. */
const PROVEN_ENDPOINTS = [TOKEN_ENDPOINT, PUSHED_REQUEST_ENDPOINT];

@Injectable()
export class ClientRequests {
  private readonly forms = new WeakMap<IncomingMessage, Promise<ReadForm>>();
  /** Authenticating consumes an assertion, so it must happen only once per request. */
  private readonly senders = new WeakMap<IncomingMessage, Promise<Identified>>();

  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly jwtProfile: JwtProfileGrant,
    private readonly config: ConfigVersion,
    private readonly failures: ClientFailures,
    private readonly clock: Clock,
    private readonly quotas: RequestQuotas,
    private readonly proofs: Proofs,
  ) {}

  /** Reads the form of a request with a form body. */
  readForm(request: IncomingMessage): Promise<ReadForm> {
    return once(this.forms, request, async () => ({ ...(await readBody(request)), receivedUs: this.clock.nowUs() }));
  }

  /** @param endpoint one of {@link CLIENT_AUTH_METHODS}. @param configVersion if it was read during this request */
  identify(request: IncomingMessage, endpoint: string, configVersion?: number): Promise<Identified> {
    return once(this.senders, request, () => this.find(request, endpoint, configVersion));
  }

  private async find(message: IncomingMessage, endpoint: string, known: number | undefined): Promise<Identified> {
    const { form, fault } = await this.readForm(message);
    const configVersion = known ?? (await this.config.current());
    if (fault) return { refusal: fault, configVersion };
    const request: ClientRequest = { authorization: message.headers.authorization, form, configVersion };
    try {
      const { caller } = await admit(message, {
        door: 'oauth',
        readBody: () => form,
        identify: async () => {
          const identified = await this.authenticate(request, endpoint);
          const { clientId, orgId } = identified.client;
          nameCaller(message, { userId: clientId, orgId });
          return identified;
        },
        authorize: ANY_ROLE,
        count: async ({ client: { clientId: id, orgNo }, credential }) => {
          // Any caller may name a public client, so such requests must not use up the quota of its organization.
          if (credential) await this.quotas.admitClient(endpoint, { id, orgNo, configVersion });
        },
      });
      return { ...caller, ...this.proofOf(message, endpoint, caller.client), configVersion };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      this.noteFailure(message, endpoint, error);
      return { refusal: error, configVersion };
    }
  }

  /** RFC 9449 sections 5 and 10.1. A proof that is refused takes nothing from what is known about the client. */
  private proofOf(message: IncomingMessage, endpoint: string, client: ClientRecord): Pick<Identified, 'proof' | 'refusal'> {
    const presented = PROVEN_ENDPOINTS.includes(endpoint) ? presentedProof(message) : undefined;
    if (!presented) return {};
    try {
      return { proof: this.proofs.verify(presented) };
    } catch (error) {
      if (!(error instanceof ProofRefusal)) throw error;
      const refusal = asOAuthError(error);
      this.noteRefusedProof(message, endpoint, client, refusal);
      return { refusal };
    }
  }

  /** A proof that needs a nonce is no failure. */
  noteRefusedProof(message: IncomingMessage, endpoint: string, client: ClientRecord, { code, description: reason }: OAuthError): void {
    if (code !== 'invalid_dpop_proof') return;
    this.failures.note({ requestId: requestIdOf(message as { id?: unknown }), endpoint, reason, client });
  }

  private noteFailure(message: IncomingMessage, endpoint: string, error: OAuthError): void {
    // `invalid_grant` is the error for an assertion that is itself a grant (RFC 7523 section 3.1).
    if (error.code !== 'invalid_client' && error.code !== 'invalid_grant') return;
    const client = error instanceof ClientAuthenticationError ? error.client : undefined;
    this.failures.note({ requestId: requestIdOf(message as { id?: unknown }), endpoint, reason: error.description, client });
  }

  private authenticate(request: ClientRequest, endpoint: string): Promise<AuthenticatedClient> {
    const profile = endpoint === TOKEN_ENDPOINT && parameterOf(request.form, 'grant_type') === JWT_PROFILE;
    return profile ? this.jwtProfile.identify(request) : this.authentication.authenticate(request, CLIENT_AUTH_METHODS.get(endpoint) ?? []);
  }
}

function once<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, find: (key: Key) => Value): Value {
  const value = known.get(key) ?? find(key);
  known.set(key, value);
  return value;
}

const CUT_OFF = 'The body ended before it was complete.';

/** Uses event listeners: iterating over the body would cost more than its processing. */
function readBody(request: IncomingMessage): Promise<FormBody> {
  return new Promise((resolve) => {
    if (request.destroyed) return resolve(unreadable(CUT_OFF));
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_BYTES.oauthForm) chunks.push(chunk);
      else resolve(unreadable(`The form must have at most ${BODY_BYTES.oauthForm} bytes.`));
    });
    request.once('end', () => resolve({ form: new URLSearchParams(Buffer.concat(chunks).toString()) }));
    request.once('error', () => resolve(unreadable(CUT_OFF)));
  });
}

function unreadable(why: string): FormBody {
  return { form: new URLSearchParams(), fault: new OAuthError('invalid_request', why) };
}
