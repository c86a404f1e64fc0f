// The user named by an authorization request, by `id_token_hint` or by `claims` (OpenID Connect Core sections 3.1.2.1 and 5.5.1).
import { Injectable } from '@nestjs/common';
import type { Provider } from 'oidc-provider';
import { UserDirectory } from '../../users/roles/user-directory/user-directory.repository.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';
import { requestedSubject } from './claims-parameter.js';
import type { ClientModel, Model } from './adapters/library.model.js';

/** The only user accepted by a request. */
export interface NamedUser {
  userId: string;
  /** Undefined if no person with this id may sign in. */
  subject: LiveSubject | undefined;
  /**
   * True if an ID token named the user, so the application knows the person. `claims` may name any id, so pages don't reveal that user's
   * name.
   */
  isHinted: boolean;
}

@Injectable()
export class NamedUsers {
  constructor(
    private readonly users: UserDirectory,
    private readonly subjects: Subjects,
  ) {}

  /** @returns undefined for a request that accepts every user */
  async findNamed(provider: Provider, params: Record<string, unknown>): Promise<NamedUser | undefined> {
    const hinted = await this.hintedId(provider, params);
    const userId = hinted ?? requestedSubject(params);
    if (userId === undefined) return undefined;
    const user = await this.users.findById(userId);
    const subject = user?.kind === 'person' ? await this.subjects.person(user.no) : undefined;
    return { userId, subject, isHinted: hinted !== undefined };
  }

  /** @returns undefined without a hint, and for a hint that is not an ID token of this client */
  private async hintedId(provider: Provider, params: Record<string, unknown>): Promise<string | undefined> {
    const hint = params.id_token_hint;
    if (typeof hint !== 'string') return undefined;
    const client = await (provider.Client as unknown as Model<ClientModel>).find(String(params.client_id));
    if (!client) return undefined;
    const IdToken = provider.IdToken as unknown as { validate(jwt: string, client: ClientModel): Promise<{ payload: { sub?: string } }> };
    return (await IdToken.validate(hint, client).catch(() => undefined))?.payload.sub;
  }
}
