// The looks of organizations: changed as a draft, previewed, and published (docs/adr/0040-branding.md).
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import { Clock } from '../../../common/primitives/clock.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { EventLog } from '../../events/events.service.js';
import { PoliciesRepository, type Decision } from '../policies/policies.repository.js';
import { defaultPolicy } from '../policies/policy-kinds.js';
import { withChange, type BrandingLook } from './branding.js';
import { checkImage, IMAGE_SLOTS, type ImageSlot } from './branding-image.js';
import { BrandingsRepository } from './brandings.repository.js';
import type { CheckedImage } from './uploaded-picture.js';

/** The published look, and the look with the draft; undefined if there is no draft. */
export interface Branding {
  published: BrandingLook;
  draft: BrandingLook | undefined;
}

/** The rows of the published look: the policy, which has its own API paths, and all other members. */
const KINDS = ['look', 'branding'] as const;
const PREVIEW_US = 3_600_000_000;
const PREVIEW = 'branding-preview';

type Expected = Precondition<Branding> | undefined;

@Injectable()
export class Brandings {
  private readonly looks: ConfigCache<number, BrandingLook>;

  constructor(
    private readonly repository: BrandingsRepository,
    private readonly policies: PoliciesRepository,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly events: EventLog,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.looks = new ConfigCache(config);
  }

  /** The look that all users see. @param orgNo 0: of the service @param configVersion as read during this request; absent: it is read */
  async effectiveLook(orgNo: number, configVersion?: number): Promise<BrandingLook> {
    return this.looks.get(orgNo, async () => (await this.getBranding(orgNo)).published, configVersion);
  }

  /** @param orgNo 0: the whole service */
  async getBranding(orgNo: number, query: Query = this.database.query): Promise<Branding> {
    const [decided, draft] = [await this.listPublished(orgNo, query), await this.repository.findDraft(query, orgNo)];
    const inherited = decided.filter((one) => one.orgNo !== orgNo);
    const look = (own: ReadonlyArray<Partial<BrandingLook>>): BrandingLook =>
      Object.assign({}, defaultPolicy('look'), ...own) as BrandingLook;
    const bodies = (decisions: readonly Decision[]) => decisions.map(({ body }) => body as Partial<BrandingLook>);
    return { published: look(bodies(decided)), draft: draft && look([...bodies(inherited), draft]) };
  }

  /** The service's members first, then those of the organization. */
  private async listPublished(orgNo: number, query: Query): Promise<Decision[]> {
    const decided = (await Promise.all(KINDS.map((kind) => this.policies.listDecided(orgNo, kind, query)))).flat();
    return decided.toSorted((one, other) => one.orgNo - other.orgNo);
  }

  /** The members published here, without inherited ones. */
  async ownPublished(orgNo: number, query: Query = this.database.query): Promise<Partial<BrandingLook>> {
    const own = (await this.listPublished(orgNo, query)).filter((one) => one.orgNo === orgNo);
    return Object.assign({}, ...own.map(({ body }) => body)) as Partial<BrandingLook>;
  }

  private async replacePublished(tx: Transaction, orgNo: number, { accent, showName, ...rest }: Partial<BrandingLook>): Promise<void> {
    const policy = { ...(accent !== undefined && { accent }), ...(showName !== undefined && { showName }) };
    for (const [kind, body] of [
      ['look', policy],
      ['branding', rest],
    ] as const) {
      await this.policies.deletePolicy(tx, orgNo, kind);
      if (Object.keys(body).length > 0) await this.policies.insertPolicy(tx, orgNo, kind, body);
    }
  }

  /** Changes the draft, which starts as the published look. @throws DomainError `invalid` with every fault, `changed` if `expected` throws it */
  changeDraft(orgNo: number, change: object, editor: string, expected?: Expected): Promise<Branding> {
    return this.writeDraft(orgNo, (own) => withChange(own, change), Object.keys(change), editor, expected);
  }

  /** Puts an image into the draft. @throws DomainError `invalid`, `changed` if `expected` throws it */
  async setImage(orgNo: number, slot: ImageSlot, base64: string, caller: Principal, expected?: Expected): Promise<Branding> {
    const { digest, content } = await checkImage(slot, base64, String(orgNo));
    // The wait in the queue may have been long.
    await caller.admission?.judgeAgain();
    const also = (tx: Transaction) => this.repository.insertImage(tx, orgNo, digest, content);
    return this.writeDraft(orgNo, (own) => ({ ...own, [slot]: digest }), [slot], caller.userId, expected, also);
  }

  removeImage(orgNo: number, slot: ImageSlot, editor: string, expected?: Expected): Promise<Branding> {
    return this.writeDraft(orgNo, ({ [slot]: _, ...own }) => own, [slot], editor, expected);
  }

  /** Publishes the draft for all users; without a draft nothing changes. @throws DomainError `changed` if `expected` throws it */
  publish(orgNo: number, editor: string, expected?: Expected): Promise<Branding> {
    return this.database.write('publish branding', async (tx) => {
      await this.config.raise(tx);
      const before = await this.getBranding(orgNo, tx);
      await expected?.(before, tx);
      const draft = await this.repository.findDraft(tx, orgNo);
      if (!draft) return before;
      await this.replacePublished(tx, orgNo, draft);
      await this.repository.deleteDraft(tx, orgNo);
      return this.finish(tx, orgNo, 'published', editor, Object.keys(draft));
    });
  }

  /**
   * Replaces the published look at once, as part of `tx`. A draft stays as it is, and so does each image that `look` doesn't unset by null.
   * @throws DomainError `invalid` with every fault
   */
  async replaceIn(tx: Transaction, orgNo: number, look: object, editor: string): Promise<void> {
    await this.config.raise(tx);
    const images = Object.entries(await this.ownPublished(orgNo, tx)).filter(([name]) => name in IMAGE_SLOTS);
    await this.replacePublished(tx, orgNo, withChange(Object.fromEntries(images), look));
    await this.finish(tx, orgNo, 'published', editor, Object.keys(look));
  }

  /** Publishes an image at once, as part of `tx`; a draft stays as it is. */
  async publishImageIn(tx: Transaction, orgNo: number, slot: ImageSlot, { digest, content }: CheckedImage, editor: string): Promise<void> {
    await this.config.raise(tx);
    await this.replacePublished(tx, orgNo, { ...(await this.ownPublished(orgNo, tx)), [slot]: digest });
    await this.repository.insertImage(tx, orgNo, digest, content);
    await this.finish(tx, orgNo, 'published', editor, [slot]);
  }

  /** Deletes the draft. @throws DomainError `changed` if `expected` throws it */
  discardDraft(orgNo: number, editor: string, expected?: Expected): Promise<Branding> {
    return this.database.write('discard branding', async (tx) => {
      await this.config.lock(tx);
      const before = await this.getBranding(orgNo, tx);
      await expected?.(before, tx);
      if (!(await this.repository.deleteDraft(tx, orgNo))) return before;
      return this.finish(tx, orgNo, 'draft.discarded', editor);
    });
  }

  /** Returns to the inherited look, for all users at once. @throws DomainError `changed` if `expected` throws it */
  reset(orgNo: number, editor: string, expected?: Expected): Promise<Branding> {
    return this.database.write('reset branding', async (tx) => {
      await this.config.raise(tx);
      const before = await this.getBranding(orgNo, tx);
      await expected?.(before, tx);
      const [hadDraft, own] = [await this.repository.deleteDraft(tx, orgNo), await this.ownPublished(orgNo, tx)];
      if (!hadDraft && Object.keys(own).length === 0) return before;
      await this.replacePublished(tx, orgNo, {});
      return this.finish(tx, orgNo, 'reset', editor);
    });
  }

  findImage(digest: string): Promise<Buffer | undefined> {
    return this.repository.findImage(digest);
  }

  /** A ticket that shows its bearer the draft for an hour. */
  async previewTicket(orgNo: number): Promise<{ ticket: string; endsUs: number }> {
    const endsUs = this.clock.nowUs() + PREVIEW_US;
    return { ticket: await this.keyring.seal(PREVIEW, Buffer.from(JSON.stringify({ orgNo, endsUs }))), endsUs };
  }

  /** The look of a ticket: the draft, or the published look if there is no draft any more; undefined for an invalid or expired ticket. */
  async openTicket(ticket: string): Promise<{ orgNo: number; look: BrandingLook } | undefined> {
    const opened = await this.keyring.open(PREVIEW, ticket);
    if (!opened) return undefined;
    const { orgNo, endsUs } = JSON.parse(opened.toString()) as { orgNo: number; endsUs: number };
    if (this.clock.nowUs() >= endsUs) return undefined;
    const { draft, published } = await this.getBranding(orgNo);
    return { orgNo, look: draft ?? published };
  }

  private writeDraft(
    orgNo: number,
    change: (own: Partial<BrandingLook>) => Partial<BrandingLook>,
    members: string[],
    editor: string,
    expected: Expected,
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<Branding> {
    return this.database.write('change branding', async (tx) => {
      // Serializes changes.
      await this.config.lock(tx);
      await expected?.(await this.getBranding(orgNo, tx), tx);
      const own = (await this.repository.findDraft(tx, orgNo)) ?? (await this.ownPublished(orgNo, tx));
      await this.repository.replaceDraft(tx, orgNo, change(own));
      await also?.(tx);
      return this.finish(tx, orgNo, 'draft.changed', editor, members);
    });
  }

  /** Writes the event, and deletes images that are no longer used. */
  private async finish(
    tx: Transaction,
    orgNo: number,
    what: 'draft.changed' | 'published' | 'draft.discarded' | 'reset',
    editor: string,
    members?: string[],
  ): Promise<Branding> {
    const used = [await this.repository.findDraft(tx, orgNo), await this.ownPublished(orgNo, tx)];
    const slots = Object.keys(IMAGE_SLOTS) as ImageSlot[];
    await this.repository.deleteImagesBut(
      tx,
      orgNo,
      used.flatMap((look) => slots.flatMap((slot) => look?.[slot] ?? [])),
    );
    const payload = members ? { members } : {};
    await this.events.appendNext(tx, { type: `instance.branding.${what}`, orgNo, id: 'instance', editor, payload });
    return this.getBranding(orgNo, tx);
  }
}
