// The library's model of device codes (RFC 8628) on the rows of `src/oidc/devices`. The library knows a stored one by the digest of its device
// code: nothing that a browser carries or the database has can be redeemed. Device codes are redeemed by `DeviceCodeGrant`.
import { Injectable } from '@nestjs/common';
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { secretDigest } from '../../../common/crypto/digest.js';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { shownNetwork } from '../../../common/http/client-network.js';
import { DEVICE_SIGN_INS } from '../../../common/observation/topics.js';
import { Clock } from '../../../common/primitives/clock.js';
import { EventLog } from '../../../users/events/events.service.js';
import { DeviceRequestsRepository } from '../../devices/device-requests.repository.js';
import type { SessionHolder } from '../../tokens/content/subjects.service.js';
import { GrantsRepository, type NewGrant } from '../../tokens/stored/grants.repository.js';
import { recordOf } from './client.adapter.js';
import { NOTHING_STORED } from './library.model.js';
import { PendingSignInsRepository, SIGN_IN_SECONDS } from './pending-sign-ins.repository.js';
import { requestContext } from './request-context.js';

/** The origin of a request, as far as it is known. */
export interface DeviceInfo {
  address: string;
  userAgent?: string;
}

/** A device that waits, as the pages show it. */
export interface WaitingDevice extends DeviceInfo {
  id: string;
  params: Record<string, unknown>;
  userCode: string;
  /** When it asked, in seconds since 1970 UTC. */
  askedAt: number;
}

const PURPOSE = 'sign-in';
const USER_CODE = 'device user code';
/** A device that is approved in the last moment still has a few polls to learn it. */
const LEAST_SECONDS = 60;
/** The errors by which a person ends the request. After any other, the person may enter the code again. */
const ENDS_BY = ['access_denied', 'unmet_authentication_requirements'];

@Injectable()
export class DeviceCodes {
  constructor(
    private readonly requests: DeviceRequestsRepository,
    private readonly grants: GrantsRepository,
    private readonly pending: PendingSignInsRepository,
    private readonly events: EventLog,
    private readonly keyring: Keyring,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param newGrant the authorization of a payload, for `codeSeconds` without being redeemed */
  adapter(newGrant: (payload: AdapterPayload, codeSeconds: number) => Promise<NewGrant>): Adapter {
    return {
      ...NOTHING_STORED,
      find: async (id) => {
        const stored = await this.opened(await this.requests.findWaiting(id));
        return stored && { ...stored, jti: id };
      },
      upsert: (id, payload, expiresIn = 0) => {
        if (payload.error !== undefined) return this.deny(id, payload);
        if (payload.accountId === undefined) return this.ask(id, payload, expiresIn);
        const seconds = Math.max(expiresIn, LEAST_SECONDS);
        return newGrant(authorized(payload), seconds).then((grant) => this.approve(id, payload, grant, seconds));
      },
    };
  }

  /** @param userCode as {@link readUserCode} returned it @returns undefined unless a device waits with it */
  async findByUserCode(userCode: string): Promise<WaitingDevice | undefined> {
    const row = await this.requests.findWaitingByUserCode(keyedDigests(this.keyring, USER_CODE, userCode));
    return row && this.describe(row.id, row.payload);
  }

  async findWaiting(id: string): Promise<WaitingDevice | undefined> {
    return this.describe(id, await this.requests.findWaiting(id));
  }

  private async describe(id: string, sealed: string | undefined): Promise<WaitingDevice | undefined> {
    const stored = await this.opened(sealed);
    if (!stored) return undefined;
    const { params = {}, userCode = '', iat = 0, deviceInfo } = stored;
    return { id, params, userCode, askedAt: iat, ...originOf(deviceInfo) };
  }

  private async ask(code: string, { jti: _code, ...payload }: AdapterPayload, expiresInSeconds: number): Promise<void> {
    const { client } = Provider.ctx?.oidc ?? {};
    if (!client) throw new Error('A device code is stored only while its request is served.');
    const { no: clientNo, orgNo } = recordOf(client);
    const [address, isProven] = [Provider.ctx?.ip ?? '', requestContext().credential !== undefined];
    const [id, nowUs] = [secretDigest(code), this.clock.nowUs()];
    const untilUs = nowUs + expiresInSeconds * 1_000_000;
    const [userCode] = keyedDigests(this.keyring, USER_CODE, payload.userCode ?? '');
    const sealed = await this.keyring.seal(PURPOSE, Buffer.from(JSON.stringify(payload)));
    await this.database
      .write('ask for device', async (tx) => {
        await this.requests.insert(tx, { id, userCode, clientNo, orgNo, payload: sealed, untilUs });
        // Any caller may name a public client. The requests of others count to the quotas of their clients.
        if (!isProven) await this.pending.addPending(tx, id, address, nowUs + SIGN_IN_SECONDS * 1_000_000);
        tx.afterCommit(() => DEVICE_SIGN_INS.publish({ result: 'requested' }));
      })
      .catch((error: unknown) => {
        // The library has drawn the code of another device, which is likelier with many of them and rare with most.
        throw error instanceof DuplicateKeyError ? unavailable() : error;
      });
  }

  /** The row is taken once, so of several approvals and denials one succeeds. */
  private async approve(id: string, payload: AdapterPayload, grant: NewGrant, codeSeconds: number): Promise<void> {
    const code = { digest: id, untilUs: this.clock.nowUs() + codeSeconds * 1_000_000 };
    await this.database.write('approve device', async (tx) => {
      if (!(await this.requests.take(tx, id))) throw new errors.InvalidRequest('the device code is over');
      await this.grants.insertIn(tx, { ...grant, code });
      await this.pending.removePending(tx, id);
      await this.append(tx, 'user.device.approved', grant.userNo, payload);
      tx.afterCommit(() => DEVICE_SIGN_INS.publish({ result: 'approved' }));
    });
  }

  private async deny(id: string, payload: AdapterPayload): Promise<void> {
    if (!ENDS_BY.includes(String(payload.error))) return;
    const { holder } = (Provider.ctx?.oidc.session ?? {}) as { holder?: SessionHolder };
    await this.database.write('deny device', async (tx) => {
      if (!(await this.requests.deny(tx, id))) return;
      await this.pending.removePending(tx, id);
      if (holder) await this.append(tx, 'user.device.denied', holder.userNo, payload);
      tx.afterCommit(() => DEVICE_SIGN_INS.publish({ result: 'denied' }));
    });
  }

  private async append(tx: Transaction, type: 'user.device.approved' | 'user.device.denied', userNo: number, payload: AdapterPayload) {
    const { clientId, deviceInfo, iat = 0 } = payload;
    const network = shownNetwork(originOf(deviceInfo).address);
    const requested = new Date(iat * 1_000).toISOString();
    await this.events.appendAboutUser(tx, userNo, { type, payload: { clientId, network, requested } });
  }

  /** A request that was sealed by a key which is gone counts as unknown. */
  private async opened(sealed: string | undefined): Promise<AdapterPayload | undefined> {
    const content = sealed === undefined ? undefined : await this.keyring.open(PURPOSE, sealed);
    return content && (JSON.parse(content.toString()) as AdapterPayload);
  }
}

function originOf({ address, userAgent }: AdapterPayload['deviceInfo'] = {}): DeviceInfo {
  return { address: String(address), ...(typeof userAgent === 'string' && { userAgent }) };
}

/** What an authorization keeps of a device code: of its parameters, the key that the device named. */
function authorized({ params, deviceInfo: _info, userCode: _code, ...payload }: AdapterPayload): AdapterPayload {
  const dpopJkt = params?.['dpop_jkt'];
  return typeof dpopJkt === 'string' ? { ...payload, dpopJkt } : payload;
}

function unavailable(): Error {
  const error = new errors.CustomOIDCProviderError('temporarily_unavailable', 'Try again.');
  return Object.assign(error, { status: 503, statusCode: 503 });
}
