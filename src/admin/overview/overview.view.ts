import { ApiProperty } from '@nestjs/swagger';
import { ATTENTION_KINDS, TARGET_TYPES, type AttentionKind, type TargetType } from './attention.js';

export class BoundedCountView {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ description: 'more are there: counting stops at a bound' }) atLeast: boolean;
}

export class PeopleCountView {
  @ApiProperty({ type: 'integer' }) total: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'null if more than 10,000 are deactivated' }) active: number | null;
  @ApiProperty() deactivated: BoundedCountView;
  @ApiProperty({ description: 'invited, and can’t sign in yet' }) invited: BoundedCountView;
}

export class OrganizationCountsView {
  @ApiProperty() people: PeopleCountView;
  @ApiProperty({ type: 'integer' }) groups: number;
  @ApiProperty({ type: 'integer', required: false, description: 'this and the following only for callers who may read the organization' })
  serviceUsers?: number;
  @ApiProperty({ type: 'integer', required: false }) projects?: number;
  @ApiProperty({ type: 'integer', required: false }) applications?: number;
  @ApiProperty({ type: 'integer', required: false }) domains?: number;
}

export class ServiceCountsView {
  @ApiProperty({ type: 'integer' }) people: number;
  @ApiProperty({ type: 'integer' }) groups: number;
  @ApiProperty({ type: 'integer', required: false, description: 'this and the following only for callers who may read organizations' })
  organizations?: number;
  @ApiProperty({ type: 'integer', required: false }) serviceUsers?: number;
  @ApiProperty({ type: 'integer', required: false }) projects?: number;
  @ApiProperty({ type: 'integer', required: false }) applications?: number;
}

export class SignInDayView {
  @ApiProperty({ format: 'date', example: '2026-11-26', description: 'UTC' }) day: string;
  @ApiProperty({ type: 'integer', description: 'browser sessions that people began' }) succeeded: number;
  @ApiProperty({ type: 'integer', description: 'wrong passwords and codes, refused passkeys and identity providers' }) failed: number;
}

export class AttentionTargetView {
  @ApiProperty({ enum: TARGET_TYPES }) type: TargetType;
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty({ required: false, description: 'of an application' }) projectId?: string;
}

export class AttentionItemView extends BoundedCountView {
  @ApiProperty({ enum: Object.keys(ATTENTION_KINDS) }) kind: AttentionKind;
  @ApiProperty({ type: [AttentionTargetView], description: 'the first five' }) targets: AttentionTargetView[];
  @ApiProperty({ example: 'The last run of a background job failed.' }) message: string;
}

class OverviewView {
  @ApiProperty({ type: [SignInDayView], description: 'the last 30 days, today last; counted once a minute' }) signIns: SignInDayView[];
  @ApiProperty({ type: [AttentionItemView], description: 'what the caller may see of what needs attention' })
  attention: AttentionItemView[];
}

export class OrganizationOverviewView extends OverviewView {
  @ApiProperty() counts: OrganizationCountsView;
}

export class ServiceOverviewView extends OverviewView {
  @ApiProperty() counts: ServiceCountsView;
}
