// What a pending authorization request discloses to its application, in the scopes that a person consents to.
import { Injectable } from '@nestjs/common';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { Resources } from '../tokens/resources.service.js';
import { disclosedScope } from './claims-parameter.js';

type Parameters = Readonly<Record<string, unknown>>;

@Injectable()
export class Disclosures {
  constructor(
    private readonly clients: Clients,
    private readonly resources: Resources,
  ) {}

  findClient({ client_id: clientId }: Parameters): Promise<ClientRecord | undefined> {
    return this.clients.findClient(String(clientId));
  }

  /** Without resources that the client may no longer use, for which the library refuses the request when it is resumed. */
  async scopeOf(params: Parameters): Promise<string> {
    const values = [params['resource'] ?? []].flat().map(String);
    const client = values.length > 0 ? await this.findClient(params) : undefined;
    const resources = client ? await this.resources.requested(client, values).catch(noneIfRefused) : [];
    return disclosedScope(params, this.resources.scopesOf(resources));
  }
}

function noneIfRefused(error: unknown): [] {
  if (error instanceof OAuthError) return [];
  throw error;
}
