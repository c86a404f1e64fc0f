// The logos of identity providers: drawn anew like the images of organizations, and shown on the buttons of the providers.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { EventLog } from '../../events/events.service.js';
import { drawUpload, namedByContent } from '../../organizations/brandings/uploaded-picture.js';
import { ownerNo, type IdentityProvider, type ProviderOwner } from './identity-provider.js';
import { IdentityProvidersRepository } from './identity-providers.repository.js';
import { IdentityProviders } from './identity-providers.service.js';
import { providerEvent } from './provider-events.js';

/** Buttons show a logo at a sixth of this, lists at a third. */
const BOX = { width: 128, height: 128 };

@Injectable()
export class ProviderLogos {
  constructor(
    private readonly repository: IdentityProvidersRepository,
    private readonly providers: IdentityProviders,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Draws an upload anew, so that only its pixels are kept. @returns the PNG @throws DomainError `invalid`, or `busy` when too many wait */
  draw(upload: Buffer, owner: ProviderOwner): Promise<Buffer> {
    return drawUpload(upload, BOX, [String(ownerNo(owner))], 'identityProvider.logo');
  }

  /**
   * Replaces or removes the logo.
   * @param content from {@link draw}; undefined removes the logo
   * @throws DomainError `notFound`, `changed` if `expected` doesn't match
   */
  set(
    owner: ProviderOwner,
    id: string,
    content: Buffer | undefined,
    editor: string,
    expected?: Precondition<IdentityProvider>,
  ): Promise<IdentityProvider> {
    return this.database.write('set identity provider logo', (tx) => this.setIn(tx, owner, id, content, editor, expected));
  }

  /** Does the same as part of a larger unit of work. */
  async setIn(
    tx: Transaction,
    owner: ProviderOwner,
    id: string,
    content: Buffer | undefined,
    editor: string,
    expected?: Precondition<IdentityProvider>,
  ): Promise<IdentityProvider> {
    // First: its row lock serializes changes of the provider.
    await this.config.raise(tx);
    const before = await this.providers.require(owner, id, tx);
    await expected?.(before, tx);
    const logo = content && namedByContent(content);
    if (before.logo === logo?.digest) return before;
    const { logo: _, ...rest } = before;
    const after: IdentityProvider = { ...rest, ...(logo && { logo: logo.digest }), modifiedUs: this.clock.nowUs() };
    await this.repository.replaceLogo(tx, after, logo);
    await this.events.appendNext(tx, providerEvent('changed', owner, after, { changed: ['logo'] }, editor));
    return after;
  }

  /** The logo with a digest, of any provider. */
  find(digest: string): Promise<Buffer | undefined> {
    return this.repository.findLogo(digest);
  }
}
