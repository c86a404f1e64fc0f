// The identity providers that a person's account is connected to, as the person sees and ends them.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { IdentityLinks } from '../../authentication/identity-providers/identity-links.service.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import { Enrolments } from '../factors/enrolments.service.js';

/** A connection in words. `sinceUs` is in microseconds since 1970 UTC. */
export interface OwnIdentity {
  providerId: string;
  provider: string;
  /** The digest of the provider's logo. */
  logo: string | undefined;
  loginName: string | undefined;
  sinceUs: number;
}

/** The person whose account it is. */
export interface IdentityOwner {
  userNo: number;
  userId: string;
  orgNo: number;
}

@Injectable()
export class OwnIdentities {
  constructor(
    private readonly links: IdentityLinks,
    private readonly writer: PersonWriter,
    private readonly enrolments: Enrolments,
    private readonly database: Database,
  ) {}

  async list({ userNo, orgNo }: IdentityOwner): Promise<OwnIdentity[]> {
    const links = await this.links.ofPerson(orgNo, userNo);
    return links.map(({ provider, loginName, createdUs }) => ({
      providerId: provider.id,
      provider: provider.name,
      logo: provider.logo,
      loginName,
      sinceUs: createdUs,
    }));
  }

  /** @returns `last` if the person could not sign in any more: there is neither a password nor a passkey; also `done` if there was no such connection */
  remove({ userNo: no, userId, orgNo }: IdentityOwner, providerId: string): Promise<'done' | 'last'> {
    return this.database.write('disconnect identity', async (tx) => {
      const person = await this.writer.lock(tx, orgNo, userId);
      if (!person) return 'done';
      if (!(await this.enrolments.of({ no, orgNo }, tx)).hasFirst) return 'last';
      await this.links.remove(tx, person, providerId, userId);
      return 'done';
    });
  }
}
