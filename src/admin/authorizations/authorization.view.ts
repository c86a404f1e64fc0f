import { ApiProperty } from '@nestjs/swagger';
import { isoInstant } from '../../common/http/instants.js';
import { Text, TextList } from '../../common/http/fields.js';
import type { ListAnswer } from '../../common/http/list-request.js';
import type { Authorization } from '../../users/roles/authorizations/authorizations.service.js';
import { MAX_ROLE_KEYS } from '../projects/project-grant.view.js';

export class AuthorizationRolesBody {
  @TextList(MAX_ROLE_KEYS, 200, { description: 'keys of the roles, at least one', example: ['accountant'] }) roleKeys: string[];
}

export class NewAuthorizationBody extends AuthorizationRolesBody {
  @Text(200, { description: 'id of a person, a service user or a group' }) holderId: string;
}

export class AuthorizationView {
  @ApiProperty() authorizationId: string;
  @ApiProperty() projectId: string;
  @ApiProperty({ required: false, description: 'in lists, of authorizations that this organization gave', example: 'Time sheet' })
  projectName?: string;
  @ApiProperty({ required: false, description: 'grant by which they were given; absent: by the organization of the project' })
  grantId?: string;
  @ApiProperty() holderId: string;
  @ApiProperty({ required: false, description: 'in lists, for people, service users and groups of this organization', example: 'Finance' })
  holderName?: string;
  @ApiProperty({ enum: ['person', 'service', 'group'] }) holderKind: string;
  @ApiProperty({ type: [String], example: ['accountant'] }) roleKeys: string[];
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) modifiedAt: string;
}

export type AuthorizationsPage = ListAnswer<'authorizations', AuthorizationView>;

export function authorizationView(authorization: Authorization): AuthorizationView {
  const { id, projectId, grantId, holder, roleKeys, createdUs, modifiedUs } = authorization;
  return {
    authorizationId: id,
    projectId,
    ...(grantId !== undefined && { grantId }),
    holderId: holder.id,
    holderKind: holder.kind,
    roleKeys,
    createdAt: isoInstant(createdUs),
    modifiedAt: isoInstant(modifiedUs),
  };
}
