// Runs the operations of a bulk request through the same functions as single requests (RFC 7644 section 3.7), each in a separate
// transaction.
import { Inject, Injectable, Logger } from '@nestjs/common';
import { judgeOrganization } from '../../common/access/permissions.js';
import { DomainError, isTemporary } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { toScimFault } from '../error/scim-fault.js';
import { translated } from '../error/texts.js';
import {
  bulkReferences,
  bulkTarget,
  circlesOfElements,
  createKey,
  parseBulk,
  reachable,
  resolveReferences,
  splitByReferences,
  type BulkMethod,
  type BulkOperation,
  type BulkTarget,
} from '../protocol/bulk.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import { URN } from '../protocol/wire/messages.js';
import type { Warning } from '../protocol/reading.js';
import { errorBody, RequiredError, ScimError } from '../protocol/wire/scim-error.js';
import { isObject } from '../protocol/validate.js';
import type { Note } from '../provisioning/provisioning-log.service.js';
import type { ScimRequest } from '../resources/scim-requests.service.js';
import { ResourceOperations, type ShownResource } from '../resources/resource-operations.service.js';
import { ResourceTypes } from '../resources/resource-types.service.js';

/** How many consecutive, independent creates run concurrently. */
const SIDE_BY_SIDE = 8;

export interface BulkResult {
  method: string;
  bulkId?: string;
  location?: string;
  version?: string;
  status: string;
  response?: Record<string, unknown>;
}

interface Task {
  readonly operation: BulkOperation;
  readonly needs: readonly string[];
  result?: BulkResult;
}

/** The resource that an operation changed. */
type Affected = Pick<ShownResource, 'location' | 'warning'> & Partial<Pick<ShownResource, 'tag'>>;

/** A create that still needs the PATCH that completes it. */
interface Owed {
  readonly task: Task;
  readonly target: BulkTarget & { readonly id: string };
  readonly later: JsonObject;
}

const LOGGED = { POST: 'create', PUT: 'replace', PATCH: 'patch', DELETE: 'delete' } as const;
const SUCCESS: Readonly<Record<BulkMethod, string>> = { POST: '201', PUT: '200', PATCH: '204', DELETE: '204' };

@Injectable()
export class BulkOperations {
  constructor(
    private readonly operations: ResourceOperations,
    private readonly types: ResourceTypes,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Runs a bulk request. Failed operations are reported in the response; only a malformed request throws. */
  async runBulk(request: ScimRequest, body: unknown): Promise<{ schemas: [typeof URN.bulkResponse]; Operations: BulkResult[] }> {
    request.notes.push({ operation: 'bulk' });
    const { operations, failOnErrors } = parseBulk(body);
    const tasks = await new BulkRun(this.operations, this.types, this.settings, request, operations, failOnErrors).finish();
    return { schemas: [URN.bulkResponse], Operations: tasks.flatMap(({ result }) => result ?? []) };
  }
}

/** A bulk request in progress. */
class BulkRun {
  private static readonly log = new Logger('scim');
  private readonly tasks: readonly Task[];
  /** bulkId to the id of the created resource. */
  private readonly ids = new Map<string, string>();
  /** bulkIds of creates that may still run. */
  private readonly expected = new Set<string>();
  /** bulkIds used by more than one create: a reference to one is ambiguous. */
  private readonly ambiguous = new Set<string>();
  /** bulkIds of creates that are impossible in any order: groups that are members of each other. */
  private readonly impossible: ReadonlySet<string>;
  private waiting: Task[] = [];
  private errors = 0;

  constructor(
    private readonly resources: ResourceOperations,
    private readonly types: ResourceTypes,
    private readonly settings: Settings,
    private readonly request: ScimRequest,
    operations: readonly BulkOperation[],
    private readonly failOnErrors: number | undefined,
  ) {
    this.tasks = operations.map((operation) => ({ operation, needs: bulkReferences(operation) }));
    for (const { method, bulkId } of operations) {
      if (method !== 'POST' || bulkId === undefined) continue;
      if (this.expected.has(bulkId)) this.ambiguous.add(bulkId);
      this.expected.add(bulkId);
    }
    this.impossible = circlesOfElements(operations, types.all);
  }

  async finish(): Promise<readonly Task[]> {
    for (const group of this.groups()) {
      await sideBySide(group, SIDE_BY_SIDE, (task) => this.take(task));
      await this.release();
    }
    return this.tasks;
  }

  /**
   * Groups of tasks, in order. Tasks of one group can run concurrently: creates with different names and no references. With failOnErrors
   * every task is a separate group, because no task may run ahead of a failure.
   */
  private *groups(): Generator<Task[]> {
    let group: Task[] = [];
    let keys = new Set<string>();
    for (const task of this.tasks) {
      const key = this.failOnErrors === undefined && task.needs.length === 0 ? createKey(task.operation, this.types.all) : undefined;
      if (group.length > 0 && (key === undefined || keys.size === 0 || keys.has(key))) {
        yield group;
        [group, keys] = [[], new Set()];
      }
      group.push(task);
      if (key !== undefined) keys.add(key);
    }
    if (group.length > 0) yield group;
  }

  private get stopped(): boolean {
    return this.failOnErrors !== undefined && this.errors >= this.failOnErrors;
  }

  /** Runs a task, or defers it until a bulkId it refers to is known. */
  private async take(task: Task): Promise<void> {
    if (this.stopped) return;
    const missing = task.needs.filter((name) => !this.ids.has(name));
    const lost = missing.find((name) => !this.expected.has(name));
    const unclear = task.needs.find((name) => this.ambiguous.has(name));
    if (this.impossible.has(task.operation.bulkId ?? '')) this.fail(task, circle());
    else if (unclear !== undefined)
      this.fail(task, new ScimError('SCIM-BULK-REFERENCE', `bulkId:${unclear} is used by more than one operation of this request.`));
    else if (lost !== undefined)
      this.fail(task, new ScimError('SCIM-BULK-REFERENCE', `bulkId:${lost} refers to nothing that this request created.`));
    else if (missing.length > 0) this.waiting.push(task);
    else await this.execute(task, (target) => this.perform(task, target));
  }

  /**
   * Runs tasks whose references are now known, and tasks that refer to each other in a circle. Refuses those with a reference that can't be
   * resolved any more.
   */
  private async release(): Promise<void> {
    while (this.waiting.length > 0 && !this.stopped) {
      const next = this.waiting.find(({ needs }) => needs.every((name) => this.ids.has(name)) || needs.some((name) => this.isLost(name)));
      const tasks = next ? undefined : this.nextCircle();
      if (tasks) await this.closeCircle(tasks);
      else if (!next) return;
      else {
        this.waiting = this.waiting.filter((task) => task !== next);
        await this.take(next);
      }
    }
  }

  private isLost(name: string): boolean {
    return !this.ids.has(name) && !this.expected.has(name);
  }

  /**
   * Tasks that wait only for each other: creates that form a circle. Tasks that refer to the circle from outside run later. `undefined` if
   * there is no circle.
   */
  private nextCircle(): Task[] | undefined {
    const creates = this.waiting.filter(({ operation }) => operation.method === 'POST');
    const waiting = new Map(creates.map((task) => [task.operation.bulkId, task]));
    const circles = this.waiting.flatMap((task) => {
      const names = reachable(task.needs, (name) => (this.ids.has(name) ? undefined : (waiting.get(name)?.needs ?? [])));
      const open = names.filter((name) => !this.ids.has(name));
      return open.every((name) => waiting.has(name)) ? [open.flatMap((name) => waiting.get(name) ?? [])] : [];
    });
    const [smallest] = circles.toSorted((one, other) => one.length - other.length);
    return smallest && this.tasks.filter((task) => smallest.includes(task));
  }

  /**
   * Runs the creates of a circle without their unresolved members, which a PATCH then adds (RFC 7644 section 3.7.1): either all of them or
   * none. Other tasks that refer to these creates wait until then.
   */
  private async closeCircle(tasks: readonly Task[]): Promise<void> {
    const before = this.errors;
    const owed: Owed[] = [];
    for (const task of tasks) {
      // Tasks that wait for a failed create stay in the queue. Their reference can't be resolved any more, so they are refused later.
      if (this.errors > before) break;
      this.waiting = this.waiting.filter((one) => one !== task);
      const { data } = task.operation;
      if (!isObject(data)) {
        this.fail(task, circle());
        continue;
      }
      const { now, later } = splitByReferences(data, this.ids);
      await this.execute(task, async (target) => {
        const created = await this.create(task, target, resolveReferences(now, this.ids)).catch((error: unknown) => {
          throw causeOf(error, later);
        });
        owed.push({ task, target: { ...target, id: created.id }, later });
        return created;
      });
    }
    const closed: Owed[] = [];
    for (const one of owed) if (await this.complete(one)) closed.push(one);
    if (closed.length < tasks.length) for (const one of closed) await this.abandon(one, circle());
  }

  /** Adds the members that a create had to leave out. @returns whether that succeeded; otherwise the create has failed */
  private async complete(owed: Owed): Promise<boolean> {
    const { task, target, later } = owed;
    if (Object.keys(later).length === 0) return true;
    const request = this.noted(task);
    try {
      if (Object.keys(splitByReferences(later, this.ids).later).length > 0) {
        request.notes.push({ operation: 'patch', targetId: target.id });
        throw circle();
      }
      const patch = { schemas: [URN.patchOp], Operations: [{ op: 'replace', value: resolveReferences(later, this.ids) }] };
      const { tag, warning } = await this.resources.patch(request, target.type, target.id, patch);
      if (task.result) Object.assign(task.result, { version: tag }, withWarning(warning, task.result.response));
      this.close(task, Number(SUCCESS.PATCH));
      return true;
    } catch (error) {
      await this.abandon(owed, error);
      return false;
    }
  }

  /** Deletes the resource of a create that has failed as a whole, so that its bulkId refers to no resource. */
  private async abandon({ task, target }: Owed, error: unknown): Promise<void> {
    const left = await this.undo(target);
    if (!left && task.operation.bulkId !== undefined) this.ids.delete(task.operation.bulkId);
    this.fail(task, error, left ? target : undefined);
  }

  /** Deletes the resource of a failed create. @returns true if that failed and the resource still exists */
  private async undo({ type, id }: Owed['target']): Promise<boolean> {
    try {
      await this.resources.remove({ ...this.request, notes: [], preconditions: {} }, type, id);
      this.request.notes.push({ operation: 'delete', targetId: id, status: Number(SUCCESS.DELETE) });
      return false;
    } catch (error) {
      BulkRun.log.error({ message: 'a resource created for a failed bulk operation could not be removed', err: error });
      return true;
    }
  }

  private async create(task: Task, { type }: BulkTarget, data: unknown): Promise<ShownResource> {
    const { bulkId } = task.operation;
    const created = await this.resources.create(this.noted(task), type, data);
    if (bulkId !== undefined) this.ids.set(bulkId, created.id);
    return created;
  }

  /** @returns the location of the operation's resource */
  private async perform(task: Task, target: BulkTarget): Promise<Affected> {
    const data = resolveReferences(task.operation.data, this.ids);
    const { type, method, id = '' } = target;
    if (method === 'POST') return this.create(task, target, data);
    const request = this.noted(task);
    if (method === 'PUT') return this.resources.replace(request, type, id, data);
    if (method === 'PATCH') return this.resources.patch(request, type, id, data);
    await this.resources.remove(request, type, id);
    return { location: this.resources.location(this.request, type, id) };
  }

  /** Runs one operation and records its result. */
  private async execute(task: Task, act: (target: BulkTarget) => Promise<Affected>): Promise<void> {
    let target: BulkTarget | undefined;
    try {
      target = this.resolved(bulkTarget(task.operation, this.types.all));
      await this.request.caller.admission?.keepCurrent();
      this.assertPermitted(target);
      const { location, tag, warning } = await act(target);
      const status = SUCCESS[target.method];
      const version = tag === undefined ? {} : { version: tag };
      task.result = {
        ...this.head(task),
        location,
        ...version,
        status,
        ...withWarning(warning),
      };
      this.close(task, Number(status));
    } catch (error) {
      this.fail(task, error, target);
    }
  }

  private resolved({ id, ...target }: BulkTarget): BulkTarget {
    return id === undefined ? target : { ...target, id: String(resolveReferences(id, this.ids)) };
  }

  /** @throws DomainError `forbidden` */
  private assertPermitted({ type, method }: BulkTarget): void {
    const { caller, organization } = this.request;
    const { permissions } = this.types.bindingOf(type);
    const permission = method === 'DELETE' ? permissions.remove : permissions.write;
    if (judgeOrganization(caller.memberships, permission, organization.id) !== 'allowed')
      throw new DomainError('forbidden', 'access.noPermission', `The caller lacks the permission "${permission}".`);
  }

  private fail(task: Task, error: unknown, target?: BulkTarget): void {
    const fault = toScimFault(error);
    if (isTemporary(error))
      BulkRun.log.warn({ message: 'bulk operation refused for now', method: task.operation.method, reason: error.message });
    else if (fault.status >= 500) BulkRun.log.error({ message: 'bulk operation failed', method: task.operation.method, err: error });
    this.errors++;
    const { bulkId } = task.operation;
    if (bulkId !== undefined && !this.ids.has(bulkId)) this.expected.delete(bulkId);
    task.result = {
      ...this.head(task),
      ...(target?.id === undefined ? {} : { location: this.resources.location(this.request, target.type, target.id) }),
      status: String(fault.status),
      response: errorBody(translated(fault, this.request.language), this.settings.vendor, this.request.dialect.errorDetail),
    };
    this.close(task, fault.status, fault.id);
  }

  private head({ operation: { method, bulkId } }: Task): Pick<BulkResult, 'method' | 'bulkId'> {
    return { method, ...(bulkId === undefined ? {} : { bulkId }) };
  }

  /** Each task has its own request object, so that the log records the outcome of every operation. */
  private readonly notes = new Map<Task, Note[]>();

  private noted(task: Task): ScimRequest {
    const notes: Note[] = [];
    this.notes.set(task, notes);
    const { method, version } = task.operation;
    return { ...this.request, notes, preconditions: method === 'POST' || version === undefined ? {} : { ifMatch: version } };
  }

  private close(task: Task, status: number, errorId?: string): void {
    const [note] = this.notes.get(task) ?? [];
    const operation = LOGGED[task.operation.method as BulkMethod] ?? 'other';
    this.request.notes.push({ ...(note ?? { operation }), status, ...(errorId === undefined ? {} : { errorId }) });
  }
}

/** The warning about omitted values in the result of an operation, merged with the warning that its earlier response `before` contains. */
function withWarning(warning: Warning | undefined, before: Record<string, unknown> = {}): Pick<BulkResult, 'response'> {
  if (!warning) return {};
  const merged = Object.entries(warning).map(([urn, { omitted }]) => {
    const earlier = (before as Warning)[urn]?.omitted ?? [];
    return [urn, { omitted: [...earlier, ...omitted] }] as const;
  });
  return { response: { schemas: Object.keys(warning), ...Object.fromEntries(merged) } };
}

function circle(): ScimError {
  return new ScimError('SCIM-BULK-CIRCLE', 'This operation is part of a circular bulkId reference that no order of execution can resolve.');
}

/** The reason why a create with left-out members failed. It is the circle only if no other required member is missing. */
function causeOf(error: unknown, later: JsonObject): unknown {
  if (!(error instanceof RequiredError)) return error;
  const leftOut = new Set(Object.keys(later).map((key) => key.toLowerCase()));
  const lacking = error.paths.filter((path) => !leftOut.has(path.toLowerCase().replace(/\..*/, '')));
  return lacking.length > 0 ? new RequiredError(lacking) : circle();
}

async function sideBySide<T>(items: readonly T[], width: number, run: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
}
