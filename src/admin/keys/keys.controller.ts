import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { OneOf } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../oidc/keys/jws.js';
import { KeyRevocation } from '../../oidc/keys/key-revocation.service.js';
import { SigningKeys } from '../../oidc/keys/signing-keys.service.js';

export class SigningKeyView {
  @ApiProperty() kid: string;
  @ApiProperty({ example: 'RS256' }) alg: string;
  @ApiProperty({ enum: ['published', 'active', 'retired'] }) state: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class SealingKeyView {
  @ApiProperty() kid: string;
  @ApiProperty({ enum: ['published', 'active', 'retired'] }) state: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class KeysView {
  @ApiProperty({ type: [SigningKeyView], description: 'keys that sign ID tokens and JWT access tokens' }) keys: SigningKeyView[];
  @ApiProperty({ type: [SealingKeyView], description: 'keys that seal opaque access tokens and authenticate refresh tokens' })
  sealingKeys: SealingKeyView[];
}

export class RotationBody {
  @OneOf(SIGNING_ALGORITHMS, { description: 'only this algorithm; absent: all', optional: true }) alg?: SigningAlgorithm;
}

@ApiTags('keys')
@Controller('admin/v1/keys')
export class KeysController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly revocation: KeyRevocation,
  ) {}

  /** The keys behind tokens, and their states; their private parts never leave the service. */
  @Get()
  @ServiceAccess('key.read')
  async list(): Promise<KeysView> {
    const [keys, sealingKeys] = await Promise.all([this.keys.listSigningKeys(), this.revocation.listSealingKeys()]);
    return {
      keys: keys.map(({ kid, alg, state, createdUs }) => ({ kid, alg, state, createdAt: isoInstant(createdUs) })),
      sealingKeys: sealingKeys.map(({ kid, state, createdUs }) => ({ kid, state, createdAt: isoInstant(createdUs) })),
    };
  }

  /** Activates the next keys: at once if they have been published long enough, otherwise as soon as they have. Sign-ins in progress continue. */
  @Post('_rotate')
  @HttpCode(200)
  @ServiceAccess('key.write')
  async rotate(@Body() { alg }: RotationBody, @Caller() caller: Principal): Promise<KeysView> {
    await this.keys.rotateKey(alg, caller.userId);
    return this.list();
  }

  /**
   * For a key that somebody else may have: removes it, whatever its state. Every token it signed or sealed is dead at this service;
   * for an active one the next takes over at once, which others who keep the key set may not know yet.
   */
  @Post(':kid/_revoke')
  @HttpCode(200)
  @ServiceAccess('key.write')
  async revoke(@Param('kid') kid: string, @Caller() caller: Principal): Promise<KeysView> {
    await this.revocation.revokeKey(kid, caller.userId);
    return this.list();
  }
}
