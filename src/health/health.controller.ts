import { Controller, Get, Module } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access/access.js';
import { ConfigVersion } from '../common/database/config-version.js';
import { Keyring } from '../common/crypto/keyring.service.js';
import { DomainError } from '../common/primitives/domain-error.js';

/** For load balancers and orchestrators. */
@ApiTags('health')
@Controller()
export class HealthController {
  constructor(
    private readonly config: ConfigVersion,
    private readonly keyring: Keyring,
  ) {}

  /** The process answers. */
  @Get('healthz')
  @Public()
  healthz(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can do its work: the database answers and the keys open. 503 otherwise. */
  @Get('readyz')
  @Public()
  async readyz(): Promise<{ status: 'ok'; checks: Record<string, 'ok'> }> {
    await this.config.current().catch(() => {
      throw new DomainError('unavailable', 'ready.database', 'The database does not answer.');
    });
    if (!(await this.keyring.open('cookie', this.keyring.seal('cookie', Buffer.from('ready'))))) {
      throw new DomainError('unavailable', 'ready.keys', 'The data keys cannot be unsealed.');
    }
    return { status: 'ok', checks: { database: 'ok', keys: 'ok' } };
  }
}

@Module({ controllers: [HealthController] })
export class HealthModule {}
