// Looks up published proofs of domains: in the DNS or on their web sites.
import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import { getText } from '../../common/http/outbound/get-text.js';
import { Semaphore } from '../../common/concurrency/semaphore.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { filePath, recordName, type DomainChallenge } from './domain-challenge.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_024;

/** The origins to look for the file of a domain, and whether private addresses are allowed; the proof may be at any of them. */
export interface ProofSites {
  origins: readonly string[];
  allowPrivate: boolean;
}

@Injectable()
export class PublishedProofs {
  private readonly gate = new Semaphore('domain proofs', 4, 50);

  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'dnsServers'>) {}

  /** Whether the proof is published. @throws DomainError `busy` */
  isPublished(challenge: DomainChallenge): Promise<boolean> {
    return this.gate.run(async () => {
      const texts = challenge.method === 'dns' ? await this.recordsOf(challenge.domain) : await this.filesOf(challenge);
      return texts.some((text) => text.trim() === challenge.proof);
    });
  }

  /** The web sites of a domain: default ports and public addresses only. */
  sitesOf(domain: string): ProofSites {
    return { origins: [`https://${domain}`, `http://${domain}`], allowPrivate: false };
  }

  /** A record in several parts is one text (RFC 7208 section 3.3). */
  private async recordsOf(domain: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: TIMEOUT_MS / 2, tries: 2 });
    if (this.settings.dnsServers.length > 0) resolver.setServers(this.settings.dnsServers);
    const records = await resolver.resolveTxt(recordName(domain)).catch(() => []);
    return records.map((parts) => parts.join(''));
  }

  private async filesOf({ domain, token }: DomainChallenge): Promise<string[]> {
    const { origins, allowPrivate } = this.sitesOf(domain);
    const options = { allowPrivate, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    return Promise.all(origins.map((origin) => getText(origin + filePath(token), options).catch(() => '')));
  }
}
