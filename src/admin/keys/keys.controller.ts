import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { OneOf } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../oidc/keys/jws.js';
import { SigningKeys } from '../../oidc/keys/signing-keys.service.js';

export class SigningKeyView {
  @ApiProperty() kid: string;
  @ApiProperty({ example: 'RS256' }) alg: string;
  @ApiProperty({ enum: ['published', 'active', 'retired'] }) state: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class RotationBody {
  @OneOf(SIGNING_ALGORITHMS, { description: 'only this algorithm; absent: all', optional: true }) alg?: SigningAlgorithm;
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

  /** Lets the next keys take over: at once if they have been visible long enough, else as soon as they have. Nothing under way breaks. */
  @Post('_rotate')
  @HttpCode(200)
  @ServiceAccess('key.write')
  async rotate(@Body() { alg }: RotationBody, @Caller() caller: Principal): Promise<{ keys: SigningKeyView[] }> {
    await this.keys.rotate(alg, caller.userId);
    return this.list();
  }
}
