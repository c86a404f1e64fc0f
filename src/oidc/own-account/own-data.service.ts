// The data that the service has about a person, as a document to download.
import { Injectable } from '@nestjs/common';
import { IdentityLinks } from '../../users/authentication/identity-providers/identity-links.service.js';
import { Memberships } from '../../users/roles/memberships/memberships.service.js';
import { UserMetadata } from '../../users/directory/people/user-metadata.service.js';
import { Consents } from '../consents/consents.service.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { Delegations } from '../tokens/delegations.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';

@Injectable()
export class OwnData {
  constructor(
    private readonly memberships: Memberships,
    private readonly metadata: UserMetadata,
    private readonly sessions: BrowserSessions,
    private readonly consents: Consents,
    private readonly delegations: Delegations,
    private readonly identityLinks: IdentityLinks,
  ) {}

  /** Everything but secrets. The metadata is what other systems have stored about the person. */
  async documentOf(subject: LiveSubject): Promise<object> {
    if (subject.kind !== 'person') return {};
    const {
      no: _no,
      orgNo: _orgNo,
      tokenGeneration: _generation,
      version: _version,
      createdUs,
      modifiedUs,
      lockedUs: _,
      ...profile
    } = subject.person;
    return {
      organization: { id: subject.orgId, name: subject.orgName },
      loginName: subject.loginName,
      profile: { ...profile, created: instant(createdUs), lastModified: instant(modifiedUs) },
      metadata: await this.metadata.listMetadata(subject.userNo),
      roles: (await this.memberships.rolesOf(subject.userNo)).map(({ orgId, role }) => ({ organizationId: orgId, role })),
      sessions: (await this.sessions.listOfUser(subject)).map(({ signedIn, lastUsedUs, browserName }) => ({
        signedIn: instant(signedIn * 1_000_000),
        lastUsed: instant(lastUsedUs),
        browser: browserName ?? null,
      })),
      identities: (await this.identityLinks.ofPerson(subject.person.orgNo, subject.userNo)).map((link) => ({
        provider: link.provider.name,
        subject: link.subject,
        loginName: link.loginName ?? null,
        connected: instant(link.createdUs),
        lastUsed: link.lastUsedUs === undefined ? null : instant(link.lastUsedUs),
      })),
      applications: (await this.consents.listConsents(subject)).map(({ clientId, application, scope, givenUs }) => ({
        clientId,
        name: application,
        scope,
        allowed: instant(givenUs),
      })),
      actingForYou: (await this.delegations.list(subject)).map(({ actor, application, sinceUs }) => ({
        actor,
        application,
        since: instant(sinceUs),
      })),
    };
  }
}

function instant(us: number): string {
  return new Date(us / 1_000).toISOString();
}
