import { Entity, Index } from 'typeorm';
import {
  BigIntColumn,
  BigIntKey,
  BooleanColumn,
  IntColumn,
  LongTextColumn,
  TextColumn,
  TextKey,
} from '../../common/database/engines/columns.js';

/** A group of applications that share an audience. */
@Entity('projects')
@Index('u_projects_id', ['id'], { unique: true })
@Index('u_projects_resource_uri', ['resourceUri'], { unique: true })
@Index('projects_by_number', ['orgNo', 'no'])
@Index('projects_by_name', ['orgNo', 'nameKey', 'no'])
@Index('projects_by_creation', ['orgNo', 'createdUs', 'no'])
export class ProjectRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(200) name: string;
  /** The folded name, for search and ordering. */
  @TextColumn(400, { name: 'name_key', default: '' }) nameKey: string;
  /** `removing`: removed and without effect, while its rows are still being deleted. */
  @TextColumn(20) state: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  /** Tokens of its applications include the roles of their user even if not requested. */
  @BooleanColumn({ name: 'role_assertion', nullable: true }) roleAssertion: boolean | null;
  /** Only people with a role of the project may sign in. */
  @BooleanColumn({ name: 'role_check', nullable: true }) roleCheck: boolean | null;
  /** Only people of its own organization, and of organizations it is granted to, may sign in. */
  @BooleanColumn({ name: 'grant_check', nullable: true }) grantCheck: boolean | null;
  /** Access tokens of its applications name the other applications in `aud`. */
  @BooleanColumn({ name: 'applications_in_audience', nullable: true }) applicationsInAudience: boolean | null;
  /** The address by which clients request tokens for it (RFC 8707), in canonical form. */
  @TextColumn(200, { name: 'resource_uri', nullable: true }) resourceUri: string | null;
}

/** An OAuth client (RFC 6749 section 2) of a project. */
@Entity('applications')
@Index('u_applications_id', ['id'], { unique: true })
@Index('u_applications_client_id', ['clientId'], { unique: true })
@Index('applications_by_number', ['projectNo', 'no'])
@Index('applications_by_name', ['projectNo', 'nameKey', 'no'])
@Index('applications_by_creation', ['projectNo', 'createdUs', 'no'])
@Index('applications_by_org', ['orgNo'])
@Index('applications_of_org_by_name', ['orgNo', 'nameKey', 'no'])
@Index('applications_of_org_by_creation', ['orgNo', 'createdUs', 'no'])
export class ApplicationRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'project_no' }) projectNo: number;
  @TextColumn(200) name: string;
  /** The folded name, for search and ordering. */
  @TextColumn(400, { name: 'name_key', default: '' }) nameKey: string;
  @TextColumn(100, { name: 'client_id' }) clientId: string;
  @TextColumn(20) state: string;
  @IntColumn({ name: 'token_gen' }) tokenGeneration: number;
  /** The type in the configuration. */
  @TextColumn(20, { default: '' }) type: string;
  /** JSON of ApplicationConfig. */
  @LongTextColumn() config: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  /** The digest of its logo. */
  @TextColumn(43, { nullable: true }) logo: string | null;
  /** The id of the registration token that its client registered it with. */
  @TextColumn(200, { name: 'registered_by', nullable: true }) registeredBy: string | null;
}

/** The logo of an application: PNG in base64. */
@Entity('application_logos')
@Index('application_logos_by_digest', ['digest'])
export class ApplicationLogoRow {
  @BigIntKey({ name: 'application_no' }) applicationNo: number;
  @TextColumn(43) digest: string;
  @LongTextColumn() content: string;
}

/** A web origin whose pages may call the APIs of this service, because an application with `apiAccess` lists it. */
@Entity('application_origins')
@Index('application_origins_by_application', ['applicationNo'])
export class ApplicationOriginRow {
  @TextKey(300) origin: string;
  @BigIntKey({ name: 'application_no' }) applicationNo: number;
}
