// One connection to a directory: a request and its answer, one after the other (RFC 4511). ldapts writes the requests.
import type { Socket } from 'node:net';
import { BindRequest, Control, SearchRequest, UnbindRequest, type Filter } from 'ldapts';
import { UpstreamError } from '../upstream.js';
import {
  BIND_RESPONSE,
  entryOf,
  integerOf,
  membersOf,
  readAnswer,
  resultOf,
  SEARCH_DONE,
  SEARCH_ENTRY,
  SEARCH_REFERENCE,
  type LdapAnswer,
  type LdapEntry,
  type LdapResult,
} from './ldap-answers.js';
import { MessageStream, type StreamLimits } from './message-stream.js';

/** draft-behera-ldap-password-policy-10 section 6: asks for the reason of a refusal. Directories that don't know it ignore it. */
const PASSWORD_POLICY = '1.3.6.1.4.1.42.2.27.8.5.1';
const POLICY_ERROR = 0x81;

export interface BindResult extends LdapResult {
  /** `error` of the password policy. */
  policyError?: number;
}

export interface Search {
  baseDn: string;
  /** `base`: the entry `baseDn` alone. */
  scope?: 'base' | 'sub';
  filter: Filter;
  attributes: string[];
  /** Entries after these are not read. */
  maxEntries: number;
  timeLimitSeconds: number;
}

/** Referrals are not followed and are no entries. */
export interface SearchResult extends LdapResult {
  entries: LdapEntry[];
}

export class LdapSession {
  private readonly messages: MessageStream;
  /** StartTLS had the number 1. */
  private messageId = 1;

  constructor(
    private readonly socket: Socket,
    limits: StreamLimits,
  ) {
    this.messages = new MessageStream(socket, limits);
  }

  /** An empty password would be an anonymous bind, which succeeds (RFC 4513 section 5.1.2). @throws UpstreamError */
  async bind(dn: string, password: string): Promise<BindResult> {
    if (dn === '' || password === '') throw new UpstreamError('misconfigured', 'A bind needs a name and a password.');
    const controls = [new Control(PASSWORD_POLICY)];
    this.socket.write(new BindRequest({ messageId: ++this.messageId, dn, password, controls }).write());
    const answer = await this.next();
    if (answer.kind !== BIND_RESPONSE) throw unexpected();
    const policy = answer.controls.get(PASSWORD_POLICY);
    const error = policy?.length ? membersOf(policy).get(POLICY_ERROR) : undefined;
    return { ...resultOf(answer), ...(error && { policyError: integerOf(error) }) };
  }

  /** @throws UpstreamError */
  async search({ baseDn, scope = 'sub', filter, attributes, maxEntries, timeLimitSeconds: timeLimit }: Search): Promise<SearchResult> {
    const request = { messageId: ++this.messageId, baseDN: baseDn, scope, filter, attributes, sizeLimit: maxEntries, timeLimit };
    this.socket.write(new SearchRequest(request).write());
    const entries: LdapEntry[] = [];
    for (;;) {
      const answer = await this.next();
      if (answer.kind === SEARCH_DONE) return { ...resultOf(answer), entries };
      if (answer.kind === SEARCH_ENTRY) entries.push(entryOf(answer));
      else if (answer.kind !== SEARCH_REFERENCE) throw unexpected();
      if (entries.length > maxEntries) throw new UpstreamError('invalid', 'The directory sends more entries than were requested.');
    }
  }

  /** The connection is closed once the farewell is sent. */
  close(): void {
    if (!this.socket.destroyed) this.socket.end(new UnbindRequest({ messageId: ++this.messageId }).write());
    this.socket.destroySoon();
  }

  private async next(): Promise<LdapAnswer> {
    const answer = readAnswer(await this.messages.next());
    // RFC 4511 section 4.4.1: the number 0 is a notice of disconnection.
    if (answer.messageId === 0) throw new UpstreamError('unreachable', 'The directory ends the connection.');
    if (answer.messageId !== this.messageId) throw unexpected();
    return answer;
  }
}

function unexpected(): UpstreamError {
  return new UpstreamError('invalid', 'The directory sent an answer to another request.');
}
