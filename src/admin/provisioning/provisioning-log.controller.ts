// "Why was this user not provisioned?": the log of provisioning requests, for the whole service and for one organization.
import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiProperty, ApiTags, OmitType } from '@nestjs/swagger';
import { Access, ServiceAccess } from '../../common/access/access.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Flag, Instant, Text, Whole, WordList } from '../../common/http/fields.js';
import { isoInstant, usOfIso } from '../../common/http/instants.js';
import { sentenceOf } from '../../scim/error/texts.js';
import {
  OPERATIONS,
  type LoggedOmission,
  type LoggedOperation,
  type LogPosition,
  type StoredLogEntry,
} from '../../scim/provisioning/provisioning-log.repository.js';
import { ProvisioningLog } from '../../scim/provisioning/provisioning-log.service.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;

export class ProvisioningSearchBody {
  @Text(200, { description: 'only in this organization', optional: true }) orgId?: string;
  @Text(200, { description: 'only of this caller, such as a connection', optional: true }) callerId?: string;
  @Text(200, { description: 'only about this user: its id, or the userName that was sent', optional: true }) target?: string;
  @WordList(OPERATIONS, { description: 'only these operations', optional: true }) operations?: LoggedOperation[];
  @Flag({ description: 'only requests that were refused or failed', optional: true }) failedOnly?: boolean;
  @Instant({ description: 'from then on', optional: true }) since?: string;
  @Instant({ description: 'before then', optional: true }) until?: string;
  @Whole(1, MAX_LIMIT, { description: `maximum number of entries; absent: ${DEFAULT_LIMIT}`, optional: true }) limit?: number;
  @Text(60, { description: 'nextPage of the previous page', optional: true }) page?: string;
}

export class OrganizationProvisioningSearchBody extends OmitType(ProvisioningSearchBody, ['orgId'] as const) {}

export class OmissionView {
  @ApiProperty({ example: 'phoneNumbers.value' }) attribute: string;
  @ApiProperty({ description: 'what the value was meant to be; the value itself is not kept', example: 'phone number' }) kind: string;
  @ApiProperty({ description: 'id of the reason', example: 'SCIM-VALUE-FORMAT' }) reasonId: string;
  @ApiProperty({ description: 'meaning of that id' }) reason: string;
}

export class ProvisioningEntryView {
  @ApiProperty({ format: 'date-time' }) time: string;
  @ApiProperty() orgId: string;
  @ApiProperty() callerId: string;
  @ApiProperty({ enum: OPERATIONS }) operation: string;
  @ApiProperty({ required: false, description: 'id of the user, if known' }) targetId?: string;
  @ApiProperty({ required: false, description: 'userName that was sent, or the current one' }) targetName?: string;
  @ApiProperty({ description: 'status of the response, or of the operation in a bulk request' }) status: number;
  @ApiProperty({ required: false, description: 'id in the ErrorDetail of the response' }) errorId?: string;
  @ApiProperty({ required: false, description: 'meaning of that id' }) error?: string;
  @ApiProperty({ required: false, description: 'such as User or Group, if known' }) resourceType?: string;
  @ApiProperty({ required: false, description: 'the attribute that a refusal is about, if it is about one' }) attribute?: string;
  @ApiProperty({ type: [String], description: 'names of the attributes that were changed, or were to be' }) changed: string[];
  @ApiProperty({ type: [OmissionView], description: "what was left out because it can't be stored" }) omitted: OmissionView[];
  @ApiProperty({ description: 'the X-Request-Id header, also in the log of the process' }) requestId: string;
}

export class ProvisioningPageView {
  @ApiProperty({ type: [ProvisioningEntryView] }) entries: ProvisioningEntryView[];
  @ApiProperty({ nullable: true, type: String, description: 'null on the last page' }) nextPage: string | null;
}

@ApiTags('provisioning')
@AdminController('provisioning')
class ServiceProvisioningLogController {
  constructor(
    private readonly provisioningLog: ProvisioningLog,
    private readonly organizations: Organizations,
  ) {}

  /** Requests of provisioning clients, newest first. */
  @Post('_search')
  @HttpCode(200)
  @ServiceAccess('event.read')
  async search(@Body() { orgId, ...body }: ProvisioningSearchBody): Promise<ProvisioningPageView> {
    return searchPage(
      this.provisioningLog,
      body,
      orgId === undefined ? undefined : (await this.organizations.requireOrganization(orgId)).no,
    );
  }
}

@ApiTags('provisioning')
@AdminController('organizations/:orgId/provisioning')
class OrganizationProvisioningLogController {
  constructor(private readonly provisioningLog: ProvisioningLog) {}

  /** Requests of provisioning clients of this organization, newest first. */
  @Post('_search')
  @HttpCode(200)
  @Access('org.read')
  async search(
    @OrganizationParam() organization: Organization,
    @Body() body: OrganizationProvisioningSearchBody,
  ): Promise<ProvisioningPageView> {
    return searchPage(this.provisioningLog, body, organization.no);
  }
}

export const PROVISIONING_LOG_CONTROLLERS = [ServiceProvisioningLogController, OrganizationProvisioningLogController];

async function searchPage(
  provisioningLog: ProvisioningLog,
  body: OrganizationProvisioningSearchBody,
  orgNo?: number,
): Promise<ProvisioningPageView> {
  const { callerId, target, operations, failedOnly = false, since, until, limit = DEFAULT_LIMIT, page } = body;
  const entries = await provisioningLog.searchEntries({
    failedOnly,
    limit,
    ...(orgNo === undefined ? {} : { orgNo }),
    ...(callerId === undefined ? {} : { callerId }),
    ...(target === undefined ? {} : { target }),
    ...(operations === undefined || operations.length === 0 ? {} : { operations }),
    ...(since === undefined ? {} : { sinceUs: usOfIso(since) }),
    ...(until === undefined ? {} : { untilUs: usOfIso(until) }),
    ...(page === undefined ? {} : { before: placeOf(page) }),
  });
  const last = entries.at(-1);
  return { entries: entries.map(view), nextPage: entries.length === limit && last ? `${last.createdUs}-${last.no}` : null };
}

/** What was left out, and why. */
export function omissionView({ attribute, kind, errorId }: LoggedOmission): OmissionView {
  return { attribute, kind, reasonId: errorId, reason: sentenceOf(errorId, 400) };
}

function placeOf(page: string): LogPosition {
  const [, createdUs, no] = /^(\d{1,16})-(\d{1,16})$/.exec(page) ?? [];
  if (createdUs === undefined || no === undefined)
    throw new DomainError('invalid', 'page.invalid', 'page must be the nextPage of an earlier page.', 'page');
  return { createdUs: Number(createdUs), no: Number(no) };
}

function view(entry: StoredLogEntry) {
  const { createdUs, orgId, callerId, operation, targetId, targetName, status, errorId, resourceType, attribute, changed, requestId } =
    entry;
  return {
    time: isoInstant(createdUs),
    orgId,
    callerId,
    operation,
    ...(targetId === undefined ? {} : { targetId }),
    ...(targetName === undefined ? {} : { targetName }),
    status,
    ...(errorId === undefined ? {} : { errorId, error: sentenceOf(errorId, status) }),
    ...(resourceType === undefined ? {} : { resourceType }),
    ...(attribute === undefined ? {} : { attribute }),
    changed: [...changed],
    omitted: entry.omitted.map(omissionView),
    requestId,
  };
}
