import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, TextColumn } from '../../../common/database/engines/columns.js';

/** A role of a project. `section` groups roles in consoles. A role that is added again under the same key gets another number. */
@Entity('project_roles')
@Index('u_project_roles_key', ['projectNo', 'roleKey'], { unique: true })
export class ProjectRoleRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'project_no' }) projectNo: number;
  @TextColumn(200, { name: 'role_key' }) roleKey: string;
  @TextColumn(200) name: string;
  @TextColumn(200) section: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
}

/** A project that another organization may use. `orgNo` is the project's own organization. */
@Entity('project_grants')
@Index('u_project_grants_id', ['id'], { unique: true })
@Index('u_project_grants_org', ['projectNo', 'grantedOrgNo'], { unique: true })
@Index('project_grants_by_granted', ['grantedOrgNo', 'no'])
@Index('project_grants_by_granted_creation', ['grantedOrgNo', 'createdUs', 'no'])
@Index('project_grants_by_number', ['projectNo', 'no'])
@Index('project_grants_by_creation', ['projectNo', 'createdUs', 'no'])
export class ProjectGrantRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'project_no' }) projectNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'granted_org_no' }) grantedOrgNo: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  /** When the granted organization, or an administrator of the whole service, accepted. */
  @BigIntColumn({ name: 'accepted_us', nullable: true }) acceptedUs: number | null;
}

/** A role of the project that the granted organization may assign. A role that is granted again gets another number. */
@Entity('project_grant_roles')
@Index('u_project_grant_roles_key', ['grantNo', 'roleKey'], { unique: true })
@Index('project_grant_roles_by_project', ['projectNo', 'roleKey'])
export class ProjectGrantRoleRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'grant_no' }) grantNo: number;
  @BigIntColumn({ name: 'project_no' }) projectNo: number;
  @TextColumn(200, { name: 'role_key' }) roleKey: string;
}

/**
 * Roles of a project that a person, a service user or a group has. `orgNo` is the organization that assigned them: the project's own (`grantNo` 0),
 * or the one with the grant `grantNo`.
 */
@Entity('authorizations')
@Index('u_authorizations_id', ['id'], { unique: true })
@Index('u_authorizations_holder', ['projectNo', 'grantNo', 'holderNo'], { unique: true })
@Index('authorizations_by_holder', ['holderNo', 'projectNo'])
@Index('authorizations_by_org', ['orgNo', 'no'])
@Index('authorizations_by_project', ['projectNo', 'grantNo', 'no'])
@Index('authorizations_by_creation', ['orgNo', 'createdUs', 'no'])
@Index('authorizations_of_project_by_creation', ['projectNo', 'grantNo', 'createdUs', 'no'])
@Index('authorizations_by_kind', ['projectNo', 'holderKind', 'holderNo'])
export class AuthorizationRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'project_no' }) projectNo: number;
  @BigIntColumn({ name: 'grant_no' }) grantNo: number;
  @BigIntColumn({ name: 'holder_no' }) holderNo: number;
  @TextColumn(10, { name: 'holder_kind' }) holderKind: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'modified_us' }) modifiedUs: number;
  @IntColumn() version: number;
}

/**
 * One role of an authorization: `sourceNo` is the number of a row of `project_roles`, or of `project_grant_roles` if it is assigned through a grant.
 * Without that row the role has no effect, so deleting it removes the role from all users at once.
 */
@Entity('authorization_roles')
@Index('authorization_roles_by_source', ['sourceNo', 'authorizationNo'])
export class AuthorizationRoleRow {
  @BigIntKey({ name: 'authorization_no' }) authorizationNo: number;
  @BigIntKey({ name: 'source_no' }) sourceNo: number;
}

/** A project of which a role was ever assigned. The row is permanent, so that a cached "no role assigned" is never wrong. */
@Entity('authorized_projects')
export class AuthorizedProjectRow {
  @BigIntKey({ name: 'project_no' }) projectNo: number;
}
