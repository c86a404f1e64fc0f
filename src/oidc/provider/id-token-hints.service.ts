// Whom an `id_token_hint` names (OpenID Connect Core section 3.1.2.1).
import { Injectable } from '@nestjs/common';
import type { Provider } from 'oidc-provider';
import { UserDirectory } from '../../users/user-directory/user-directory.repository.js';
import { Subjects, type LiveSubject } from '../tokens/subjects.service.js';
import type { ClientModel, Model } from './library.model.js';

@Injectable()
export class IdTokenHints {
  constructor(
    private readonly users: UserDirectory,
    private readonly subjects: Subjects,
  ) {}

  /** @returns undefined without a hint, for one that is not an ID token of this client, and for nobody who may sign in */
  async findSubject(provider: Provider, params: Record<string, unknown>): Promise<LiveSubject | undefined> {
    const hint = params.id_token_hint;
    const client = await (provider.Client as unknown as Model<ClientModel>).find(String(params.client_id));
    if (typeof hint !== 'string' || !client) return undefined;
    const IdToken = provider.IdToken as unknown as { validate(jwt: string, client: ClientModel): Promise<{ payload: { sub?: string } }> };
    const { sub } = (await IdToken.validate(hint, client).catch(() => undefined))?.payload ?? {};
    const user = sub === undefined ? undefined : await this.users.findById(sub);
    return user?.kind === 'person' ? this.subjects.person(user.no) : undefined;
  }
}
