import { Body, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { OneOf } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../oidc/keys/jws.js';
import { KeyRevocation, unknownKey, type SealingKey } from '../../oidc/keys/key-revocation.service.js';
import { SigningKeys, type SigningKeyFacts } from '../../oidc/keys/signing-keys.service.js';
import { AdminController } from '../controller/admin-controller.js';

const KEY_STATES = ['published', 'active', 'retired'];

export class SigningKeyView {
  @ApiProperty() kid: string;
  @ApiProperty({ example: 'RS256' }) alg: string;
  @ApiProperty({ enum: KEY_STATES }) state: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class SealingKeyView {
  @ApiProperty() kid: string;
  @ApiProperty({ enum: KEY_STATES }) state: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class KeyView extends SealingKeyView {
  @ApiProperty({ enum: ['signing', 'sealing'], description: 'signs ID tokens and JWT access tokens, or seals opaque access tokens' })
  purpose: 'signing' | 'sealing';
  @ApiProperty({ required: false, example: 'RS256', description: 'of a key that signs' }) alg?: string;
}

export class KeysView {
  @ApiProperty({ type: [SigningKeyView], description: 'keys that sign ID tokens and JWT access tokens' }) keys: SigningKeyView[];
  @ApiProperty({ type: [SealingKeyView], description: 'keys that seal opaque access tokens and authenticate refresh tokens' })
  sealingKeys: SealingKeyView[];
}

/** Oldest first. */
const SIGNING_KEY_LIST: ItemList<SigningKeyFacts> = {
  no: ({ createdUs, kid }) => `${createdUs} ${kid}`,
  sorts: { createdAt: ({ createdUs }) => createdUs },
  filters: {
    alg: { kind: 'is', words: SIGNING_ALGORITHMS, of: ({ alg }) => alg },
    state: { kind: 'is', words: KEY_STATES, of: ({ state }) => state },
    ...momentFilters('created', ({ createdUs }: SigningKeyFacts) => createdUs),
  },
  defaultLimit: 1_000,
};

export class KeyListView extends listView('keys', SigningKeyView) {
  @ApiProperty({
    type: [SealingKeyView],
    description: 'on every page all keys that seal opaque access tokens and authenticate refresh tokens',
  })
  sealingKeys: SealingKeyView[];
}

export class RotationBody {
  @OneOf(SIGNING_ALGORITHMS, { description: 'only this algorithm; absent: all', optional: true }) alg?: SigningAlgorithm;
}

@ApiTags('keys')
@FreshSignIn('keys')
@AdminController('keys')
export class KeysController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly revocation: KeyRevocation,
  ) {}

  /** The keys behind tokens, and their states; their private parts never leave the service. */
  @Get()
  @ServiceAccess('key.read')
  @ApiOkResponse({ type: KeyListView })
  async list(@ListParam(SIGNING_KEY_LIST) list: ListRequest): Promise<ListAnswer<'keys', SigningKeyView> & Pick<KeysView, 'sealingKeys'>> {
    const keys = listItems(await this.keys.listSigningKeys(), SIGNING_KEY_LIST, list);
    return { ...list.answer('keys', keys, signingKeyView), sealingKeys: (await this.revocation.listSealingKeys()).map(sealingKeyView) };
  }

  @Get(':kid')
  @ApiOperation({ summary: 'One key behind tokens' })
  @ApiOkResponse({ type: KeyView })
  @ServiceAccess('key.read')
  async get(@Param('kid') kid: string): Promise<KeyView> {
    const views = [
      ...(await this.keys.listSigningKeys()).map((key): KeyView => ({ ...signingKeyView(key), purpose: 'signing' })),
      ...(await this.revocation.listSealingKeys()).map((key): KeyView => ({ ...sealingKeyView(key), purpose: 'sealing' })),
    ];
    const found = views.find((key) => key.kid === kid);
    if (!found) throw unknownKey();
    return found;
  }

  /** Activates the next keys: at once if they have been published long enough, otherwise as soon as they have. Sign-ins in progress continue. */
  @Post('_rotate')
  @HttpCode(200)
  @ServiceAccess('key.write')
  async rotate(@Body() { alg }: RotationBody, @Caller() caller: Principal): Promise<KeysView> {
    return keysView({ keys: await this.keys.rotateKey(alg, caller.userId), sealingKeys: await this.revocation.listSealingKeys() });
  }

  /**
   * For a stolen master key: removes every sealing key whose loss costs only what is under way, those listed here and those of sign-ins, cookies,
   * mailed codes and cursors, and has new ones take over where stored data needs the old one. Keys that sign are revoked by themselves.
   */
  @Post('_revoke-sealing')
  @HttpCode(200)
  @ServiceAccess('key.write')
  async revokeSealing(@Caller() caller: Principal): Promise<KeysView> {
    return keysView(await this.revocation.revokeSealingKeys(caller.userId));
  }

  /**
   * For a key that may be stolen: removes it, whatever its state. Every token it signed or sealed is dead at this service;
   * for an active one the next takes over at once, which others who keep the key set may not know yet.
   */
  @Post(':kid/_revoke')
  @HttpCode(200)
  @ServiceAccess('key.write')
  async revoke(@Param('kid') kid: string, @Caller() caller: Principal): Promise<KeysView> {
    return keysView(await this.revocation.revokeKey(kid, caller.userId));
  }
}

function keysView({ keys, sealingKeys }: { keys: SigningKeyFacts[]; sealingKeys: SealingKey[] }): KeysView {
  return { keys: keys.map(signingKeyView), sealingKeys: sealingKeys.map(sealingKeyView) };
}

const signingKeyView = ({ kid, alg, state, createdUs }: SigningKeyFacts): SigningKeyView => ({
  kid,
  alg,
  state,
  createdAt: isoInstant(createdUs),
});

const sealingKeyView = ({ kid, state, createdUs }: SealingKey): SealingKeyView => ({ kid, state, createdAt: isoInstant(createdUs) });
