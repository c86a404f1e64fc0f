import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { ServiceAccess } from '../../common/access/access.js';
import { isoInstant } from '../../common/http/instants.js';
import { SigningKeys } from '../../oidc/keys/signing-keys.service.js';

export class SigningKeyView {
  @ApiProperty() kid: string;
  @ApiProperty({ example: 'RS256' }) alg: string;
  @ApiProperty({ enum: ['published', 'active', 'retired'] }) state: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

@ApiTags('keys')
@Controller('admin/v1/keys')
export class KeysController {
  constructor(private readonly keys: SigningKeys) {}

  /** The keys that sign tokens, and their states; their private parts never leave the service. */
  @Get()
  @ServiceAccess('key.read')
  async list(): Promise<{ keys: SigningKeyView[] }> {
    const keys = await this.keys.list();
    return { keys: keys.map(({ kid, alg, state, createdUs }) => ({ kid, alg, state, createdAt: isoInstant(createdUs) })) };
  }
}
