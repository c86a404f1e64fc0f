// Sends text messages through a webhook of the operator, who has a contract with an SMS provider.
import { Inject, Injectable } from '@nestjs/common';
import { postSigned } from '../http/outbound/signed-post.js';
import { Clock } from '../primitives/clock.js';
import { SETTINGS_TOKEN } from '../settings/settings.module.js';
import type { Settings } from '../settings/settings.js';
import { SmsFailure, SmsSender, type Sms } from './sms-sender.js';

const TIMEOUT_MS = 5_000;
/** Statuses by which the receiver requests another attempt (RFC 9110 sections 15.5.9, 15.5.20 and 15.6; RFC 6585 section 4). */
const isTemporary = (status: number) => status >= 500 || [408, 421, 425, 429].includes(status);

@Injectable()
export class SmsWebhook extends SmsSender {
  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
  }

  get isAvailable(): boolean {
    return this.settings.smsWebhook !== undefined;
  }

  async send(no: number, { to, text }: Sms): Promise<void> {
    const { smsWebhook } = this.settings;
    if (!smsWebhook) throw new SmsFailure('NO_WEBHOOK', true);
    const body = JSON.stringify({ id: String(no), to, text });
    const status = await postSigned(smsWebhook, {
      type: 'application/json',
      text: body,
      nowMs: this.clock.nowMs(),
      timeoutMs: TIMEOUT_MS,
    }).catch((error: unknown) => {
      throw new SmsFailure((error as Error).name === 'TimeoutError' ? 'TIMEOUT' : 'CONNECTION', false);
    });
    if (status < 200 || status > 299) throw new SmsFailure(`STATUS ${status}`, !isTemporary(status));
  }
}
