import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { createId } from "../../base/ids.ts";
import { copyJson, type JsonValue } from "../../base/json.ts";
import {
  OPERATION_KEPT_MS,
  operationItemsPrefix,
  operationKey,
  operationPrefix,
} from "../../model/name/state-key.ts";
import type { Operation, OperationItem, OperationPart } from "../../model/history/operation.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { actorOf } from "./act-log.ts";

const MOST_LISTED = 200;
const MOST_PARTS = 200;
const CHUNK_DIGITS = 6;
const MOST_TRIES = 10;
const KEPT = { ttlMs: OPERATION_KEPT_MS } as const;

export interface OperationRecordsOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
}

/** An operation before it begins. */
export interface OperationPlan extends Pick<Operation, "kind"> {
  readonly id?: string | undefined;
  readonly by: string | null;
  readonly note?: string | null;
  readonly undoOf?: string;
  readonly targets: readonly { readonly app: string; readonly jobKey: string }[];
}

/** Keeps the records of operations: what becomes of their objects is written as it comes. */
export class OperationRecords {
  readonly #options: OperationRecordsOptions;

  constructor(options: OperationRecordsOptions) {
    this.#options = options;
  }

  async begin({ id, by, targets, note = null, kind, undoOf }: OperationPlan): Promise<OpenOperation> {
    const { tenant, clock } = this.#options;
    const at = clock.now();
    const operation: Operation = {
      id: id ?? createId(at),
      tenant,
      kind,
      by: actorOf(by),
      at,
      updatedAt: at,
      endedAt: null,
      note,
      total: targets.length,
      done: 0,
      leftAlone: 0,
      parts: partsOf(targets),
      undoOf: undoOf ?? null,
      undoneBy: null,
    };
    const key = operationKey(tenant, operation.id);
    if ((await this.#options.state.compareAndSet(key, null, toJson(operation), KEPT)) === null)
      throw invalidInput("begin an operation", [issueAt("/operation", "operation_taken")]);
    return new OpenOperation(operation, this.#options);
  }

  /** @param isShown which of them are listed @default all */
  async list(isShown: (operation: Operation) => boolean = () => true): Promise<readonly Operation[]> {
    const entries = await this.#options.state.list(operationPrefix(this.#options.tenant));
    return entries
      .map(({ value }) => fromJson(value))
      .filter(isShown)
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, MOST_LISTED);
  }

  /** @throws MoJobError `operation_not_found` */
  async get(id: string): Promise<Operation> {
    const entry = await this.#options.state.get(operationKey(this.#options.tenant, id));
    if (entry === null) throw operationNotFound(id);
    return fromJson(entry.value);
  }

  async items(id: string): Promise<readonly OperationItem[]> {
    const chunks = await this.#options.state.list(operationItemsPrefix(this.#options.tenant, id));
    return chunks.flatMap(({ value }) => value as unknown as readonly OperationItem[]);
  }

  /**
   * Marks an operation as undone by another one, which is done once.
   * @throws MoJobError `not_undoable` where it is undone already
   */
  async claimUndo(id: string, undoneBy: string): Promise<void> {
    const { tenant, state } = this.#options;
    const key = operationKey(tenant, id);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const entry = await state.get(key);
      if (entry === null) throw operationNotFound(id);
      const operation = fromJson(entry.value);
      if (operation.undoneBy !== null) throw notUndoable(id, "it is undone already");
      if (await state.compareAndSet(key, entry.version, toJson({ ...operation, undoneBy }), KEPT)) return;
    }
    throw notUndoable(id, "it keeps changing");
  }
}

/** An operation under way. */
export class OpenOperation {
  #operation: Operation;
  #chunks = 0;
  readonly #options: OperationRecordsOptions;

  constructor(operation: Operation, options: OperationRecordsOptions) {
    this.#operation = operation;
    this.#options = options;
  }

  get id(): string {
    return this.#operation.id;
  }

  /** Writes down what became of some of its objects. */
  async handled(items: readonly OperationItem[]): Promise<void> {
    if (items.length === 0) return;
    const { tenant, state } = this.#options;
    const number = String(this.#chunks).padStart(CHUNK_DIGITS, "0");
    this.#chunks += 1;
    await state.set(operationItemsPrefix(tenant, this.id) + number, copyJson(items), KEPT);
    const done = items.filter(({ problem }) => problem === null).length;
    const { done: before, leftAlone } = this.#operation;
    await this.#write({ done: before + done, leftAlone: leftAlone + items.length - done });
  }

  async end(): Promise<Operation> {
    await this.#write({ endedAt: this.#options.clock.now() });
    return this.#operation;
  }

  async #write(changed: Partial<Operation>): Promise<void> {
    const { tenant, state, clock } = this.#options;
    this.#operation = { ...this.#operation, ...changed, updatedAt: clock.now() };
    await state.set(operationKey(tenant, this.id), toJson(this.#operation), KEPT);
  }
}

export function notUndoable(id: string, why: string): MoJobError {
  return new MoJobError(MoJobErrorCode.NotUndoable, `Cannot undo operation "${id}": ${why}`);
}

export function operationNotFound(id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.OperationNotFound,
    `Cannot find operation "${id}": no operation has this id`,
  );
}

/** How many objects each job has, the most first. */
export function partsOf(targets: OperationPlan["targets"]): readonly OperationPart[] {
  const parts = new Map<string, OperationPart>();
  for (const { app, jobKey } of targets)
    parts.set(jobKey, { app, jobKey, count: (parts.get(jobKey)?.count ?? 0) + 1 });
  return [...parts.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_PARTS);
}

function toJson(operation: Operation): JsonValue {
  const { at, updatedAt, endedAt } = operation;
  return copyJson({
    ...operation,
    at: at.toISOString(),
    updatedAt: updatedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  });
}

function fromJson(value: JsonValue): Operation {
  const read = value as unknown as Operation & { at: string; updatedAt: string; endedAt: string | null };
  return {
    ...read,
    at: new Date(read.at),
    updatedAt: new Date(read.updatedAt),
    endedAt: read.endedAt === null ? null : new Date(read.endedAt),
  };
}
