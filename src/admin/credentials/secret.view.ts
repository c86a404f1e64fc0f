// Client secrets as the JSON API shows them: the same for service users and applications.
import { ApiProperty } from '@nestjs/swagger';
import { Instant } from '../../common/http/fields.js';
import { isoInstant, usOfIso } from '../../common/http/instants.js';
import { momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import type { ClientSecret } from '../../users/authentication/credentials/client-secrets.repository.js';

export class ExpiryBody {
  @Instant({ description: 'when it expires; absent: never', example: '2030-01-01T00:00:00Z', optional: true }) expiresAt?: string;
}

export class ClientSecretView {
  @ApiProperty() secretId: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) expiresAt?: string;
}

export class NewClientSecretView {
  @ApiProperty() secretId: string;
  @ApiProperty() clientId: string;
  @ApiProperty({ description: 'shown once' }) clientSecret: string;
}

const NEVER_US = Number.MAX_SAFE_INTEGER;

type Credential = Pick<ClientSecret, 'id' | 'createdUs' | 'expiresUs'>;

/** The credentials of one owner, oldest first; there are a few. */
export const CREDENTIAL_LIST: ItemList<Credential> = {
  no: ({ createdUs, id }) => `${createdUs} ${id}`,
  sorts: { createdAt: ({ createdUs }) => createdUs, expiresAt: ({ expiresUs }) => expiresUs ?? NEVER_US },
  filters: {
    ...momentFilters('created', ({ createdUs }: Credential) => createdUs),
    ...momentFilters('expires', ({ expiresUs }: Credential) => expiresUs ?? NEVER_US),
  },
  defaultLimit: 1_000,
};

/** Microseconds since 1970 UTC, or null for never. */
export function expiryOf({ expiresAt }: ExpiryBody): number | null {
  return expiresAt === undefined ? null : usOfIso(expiresAt);
}

export function secretView({ id, createdUs, expiresUs }: ClientSecret): ClientSecretView {
  return { secretId: id, createdAt: isoInstant(createdUs), ...(expiresUs === null ? {} : { expiresAt: isoInstant(expiresUs) }) };
}
