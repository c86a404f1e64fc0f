import { Controller, Get, Module } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access/access.js';
import { Keyring } from '../common/crypto/keyring.service.js';
import { WriteGate } from '../common/database/write-gate.js';
import { DomainError } from '../common/primitives/domain-error.js';
import { inTime } from '../common/concurrency/in-time.js';
import { Readiness } from '../common/primitives/readiness.js';
import { DatabaseCheck, LIMIT_MS } from './database-check.service.js';

/** For load balancers and orchestrators. */
@ApiTags('health')
@Controller()
export class HealthController {
  constructor(
    private readonly database: DatabaseCheck,
    private readonly keyring: Keyring,
    private readonly readiness: Readiness,
    private readonly writeGate: WriteGate,
  ) {}

  /** The process answers. */
  @Get('healthz')
  @Public()
  healthz(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * The process can do its work: the database takes writes and the keys open. 503 otherwise, within a second. `readOnly`: it is meant to write
   * nothing for now, and the database answers.
   */
  @Get('readyz')
  @Public()
  async readyz(): Promise<{ status: 'ok'; readOnly?: true; checks: Record<string, 'ok'> }> {
    if (this.readiness.isLeaving) throw new DomainError('unavailable', 'ready.leaving', 'The service is about to stop.');
    // The limit covers all checks: the keys and the mode are also read from the database, once a second.
    return inTime(this.check(), LIMIT_MS, () => Promise.reject(noWrites()));
  }

  private async check(): Promise<Awaited<ReturnType<HealthController['readyz']>>> {
    if (!(await this.database.isWritable())) throw noWrites();
    if (!(await this.keyring.open('cookie', await this.keyring.seal('cookie', Buffer.from('ready'))))) {
      throw new DomainError('unavailable', 'ready.keys', 'The data keys cannot be unsealed.');
    }
    const ban = await this.writeGate.currentBan();
    if (ban === 'outdated')
      throw new DomainError('unavailable', 'service.outdated', 'A newer version has changed the database; this process must end.');
    return { status: 'ok', ...(ban === 'readOnly' && { readOnly: true }), checks: { database: 'ok', keys: 'ok' } };
  }
}

function noWrites(): DomainError {
  return new DomainError('unavailable', 'ready.database', 'The database takes no writes.');
}

@Module({ controllers: [HealthController], providers: [DatabaseCheck] })
export class HealthModule {}
