import { Entity, Index } from 'typeorm';
import {
  BigIntColumn,
  BigIntKey,
  IntColumn,
  IntKey,
  LongTextColumn,
  TextColumn,
  TextKey,
} from '../../../common/database/engines/columns.js';

/** An import that outlives its request. Counts are those of chunks that are gone; `options` is JSON of ImportOptions. */
@Entity('import_jobs')
@Index('u_import_jobs_id', ['id'], { unique: true })
@Index('import_jobs_by_state', ['state', 'no'])
@Index('import_jobs_by_creation', ['createdUs', 'no'])
export class ImportJobRow {
  @BigIntKey() no: number;
  @TextColumn(36) id: string;
  @TextColumn(20) state: string;
  @TextColumn(1000) options: string;
  @TextColumn(200) editor: string;
  @BigIntColumn({ name: 'editor_no' }) editorNo: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'updated_us' }) updatedUs: number;
  @BigIntColumn({ name: 'started_us', nullable: true }) startedUs: number | null;
  @BigIntColumn({ name: 'ended_us', nullable: true }) endedUs: number | null;
  @BigIntColumn({ name: 'worked_us' }) workedUs: number;
  @BigIntColumn() records: number;
  @BigIntColumn({ nullable: true }) done: number | null;
  @BigIntColumn() added: number;
  @BigIntColumn() changed: number;
  @BigIntColumn() failed: number;
  @BigIntColumn({ name: 'added_groups', nullable: true }) addedGroups: number | null;
  @BigIntColumn({ name: 'added_members', nullable: true }) addedMembers: number | null;
  @TextColumn(1000, { nullable: true }) reason: string | null;
}

/** Records of a job, compressed and sealed because they hold password hashes. The first `line` of them are done; only who knows `fence` may go on. */
@Entity('import_chunks')
export class ImportChunkRow {
  @BigIntKey({ name: 'job_no' }) jobNo: number;
  @IntKey() n: number;
  @IntColumn() phase: number;
  @IntColumn() records: number;
  @IntColumn() line: number;
  @IntColumn() added: number;
  @IntColumn() changed: number;
  @IntColumn() failed: number;
  @BigIntColumn({ name: 'added_groups', nullable: true }) addedGroups: number | null;
  @BigIntColumn({ name: 'added_members', nullable: true }) addedMembers: number | null;
  @BigIntColumn() fence: number;
  @LongTextColumn() content: string;
}

/** A record that was refused, or a remark about one. */
@Entity('import_errors')
@Index('import_errors_by_line', ['jobNo', 'line', 'no'])
@Index('import_errors_by_kind', ['jobNo', 'kind'])
export class ImportErrorRow {
  @BigIntKey({ name: 'job_no' }) jobNo: number;
  @BigIntKey() no: number;
  @BigIntColumn() line: number;
  @TextColumn(40) type: string;
  @TextColumn(60) kind: string;
  @TextColumn(400, { name: 'ref_id' }) refId: string;
  @TextColumn(1000) message: string;
}

/** An organization that one job works on; others wait. */
@Entity('import_locks')
@Index('import_locks_by_job', ['jobNo'])
export class ImportLockRow {
  @TextKey(200, { name: 'org_id' }) orgId: string;
  @BigIntColumn({ name: 'job_no' }) jobNo: number;
}

/** Digest of an id or a name that a dry run met already, of a group with the number it would have; and the lines whose group was refused. */
@Entity('import_seen')
export class ImportSeenRow {
  @BigIntKey({ name: 'job_no' }) jobNo: number;
  @TextKey(64) entry: string;
  @BigIntColumn({ nullable: true }) no: number | null;
}

/** A group in a group that a dry run would have added. */
@Entity('import_nesting')
@Index('import_nesting_by_member', ['jobNo', 'memberNo'])
export class ImportNestingRow {
  @BigIntKey({ name: 'job_no' }) jobNo: number;
  @BigIntKey({ name: 'group_no' }) groupNo: number;
  @BigIntKey({ name: 'member_no' }) memberNo: number;
}
