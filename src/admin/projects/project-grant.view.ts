import { ApiProperty } from '@nestjs/swagger';
import { isoInstant } from '../../common/http/instants.js';
import type { ProjectGrant } from '../../users/roles/authorizations/project-grants.service.js';
import type { ListAnswer } from '../../common/http/list-request.js';

/** Most roles that one request names. */
export const MAX_ROLE_KEYS = 200;

export class ProjectGrantView {
  @ApiProperty() grantId: string;
  @ApiProperty() projectId: string;
  @ApiProperty({ example: 'Intranet' }) projectName: string;
  @ApiProperty({ description: 'organization that the project belongs to' }) orgId: string;
  @ApiProperty({ description: 'organization that it is granted to' }) grantedOrgId: string;
  @ApiProperty({ type: [String], description: 'roles that organization may give', example: ['accountant'] }) roleKeys: string[];
  @ApiProperty({ description: 'the organization agreed; until then its people are asked for consent' }) accepted: boolean;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export type ProjectGrantsPage = ListAnswer<'grants', ProjectGrantView>;

export function projectGrantView({ id, project, orgId, grantedOrgId, roleKeys, accepted, createdUs }: ProjectGrant): ProjectGrantView {
  const state = { accepted, createdAt: isoInstant(createdUs) };
  return { grantId: id, projectId: project.id, projectName: project.name, orgId, grantedOrgId, roleKeys, ...state };
}
