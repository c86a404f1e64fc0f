// Limits wrong user codes (RFC 8628 section 5.1). Each is counted before it is looked up; a right one is taken back.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { networkOf } from '../../common/http/client-network.js';
import { DEVICE_SIGN_INS } from '../../common/observation/topics.js';
import { atMost } from '../../users/organizations/attempts/attempt-rules.js';
import { Attempts, type Counter } from '../../users/organizations/attempts/attempts.service.js';

/** Wrong codes in ten minutes, which is as long as a code is valid. A whole company may share a network. */
const MOST_OF_NETWORK = 30;
const WINDOW_S = 600;

@Injectable()
export class DeviceGuesses {
  constructor(
    private readonly attempts: Attempts,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Looks something up by a code, unless too many wrong codes came from this network. No total of all networks: guessers could
   * use it up and stop everyone's devices.
   * @param address the IP address
   * @returns what was found, or the seconds to wait
   */
  async tryCode<Found>(address: string, find: () => Promise<Found | undefined>): Promise<{ found: Found | undefined } | { wait: number }> {
    const network = networkOf(address);
    const counters = [this.counterOf(network)];
    const taken = await this.attempts.countAttempt(counters, network);
    if (taken.kind === 'mustWait') {
      DEVICE_SIGN_INS.publish({ result: 'limited' });
      return { wait: taken.seconds };
    }
    const found = await find();
    if (found === undefined) DEVICE_SIGN_INS.publish({ result: 'wrongCode' });
    else await this.attempts.takeBack(counters, network);
    return { found };
  }

  private counterOf(network: string): Counter {
    return { key: keyedDigests(this.keyring, 'device user code guesses', network)[0], rule: atMost(MOST_OF_NETWORK, WINDOW_S), userNo: 0 };
  }
}
