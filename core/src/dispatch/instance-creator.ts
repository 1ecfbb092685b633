import { EventLoopYield } from "../base/batching/event-loop-yield.ts";
import type { Clock } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { GroupCommit } from "../base/batching/group-commit.ts";
import { sizeOf } from "../base/json-size.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { destinationOf } from "../model/destination.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../model/instance/job-state.ts";
import { type NewRun, recordsAt } from "../model/instance/new-run.ts";
import { delayDebounced, isWaitedFor } from "../model/unique/debounce.ts";
import { uniqueKeysOf } from "../model/unique/unique-key.ts";
import type { Reason } from "../model/reason.ts";
import type { CreatedRun } from "./created-run.ts";
import { recordRuns } from "./record-runs.ts";
import { resolveUniqueConflict } from "./resolve-unique-conflict.ts";
import { isRouted, type Router } from "./router.ts";
import { refusedRun } from "./refused-run.ts";
import { type BatchBound, type RunBound, RunBounds } from "./run-bounds.ts";

/** A batch of the dispatcher: the first of very many are on their way while the next are recorded. */
const LARGEST_INSERT = 250;
const NONE: ReadonlyMap<NewRun, Reason> = new Map();

export interface InstanceCreatorOptions {
  readonly store: IMoInstanceStore;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Knows the jobs in force. @default runs are delivered before they wait for a slot */
  readonly cache?: Pick<JobDefinitionCache, "getMany">;
  /** Chooses executors. @default any executor takes any run */
  readonly router?: Router;
  /** Bound what is created, in this order. @default nothing does */
  readonly bounds?: readonly RunBound[];
  /** Bounds what waits of a job. @default nothing does */
  readonly limits?: BatchBound;
}

interface Wanted {
  readonly run: NewRun;
  /** Whether one for which its job has no room is recorded as skipped; else it is not recorded. */
  readonly isKept: boolean;
}

/** A run for which there was no room, and of which nothing is recorded. */
interface Refused {
  readonly refused: Reason;
}

/**
 * Records runs and hands them to the dispatcher, whatever they come from: cron, code, API, re-run.
 *
 * The record is the promise: where the runtime cannot be reached the caller still gets the run, and the reconciler
 * dispatches it later. Calls under way at the same time share a write.
 */
export class InstanceCreator {
  readonly #options: InstanceCreatorOptions;
  readonly #bounds: RunBounds;
  readonly #inserts: GroupCommit<Wanted, CreatedRun | Refused>;

  constructor(options: InstanceCreatorOptions) {
    this.#options = options;
    this.#bounds = new RunBounds(options.bounds ?? [], options.clock);
    this.#inserts = new GroupCommit((wanted) => this.#insertWithin(wanted), {
      loopYield: new EventLoopYield(options.clock),
      maxBatch: LARGEST_INSERT,
    });
  }

  /**
   * Records the runs; where an id is taken, it resolves to the run that has it. A run for which there is no room is recorded
   * as skipped. Where a unique key is taken, the job's `unique` decides.
   * @throws MoJobError `idempotency_mismatch` where the taken id belongs to another request
   */
  async create(runs: readonly NewRun[]): Promise<readonly CreatedRun[]> {
    const sizes = runs.map(({ args }) => sizeOf(args));
    const wanted: Wanted[] = [];
    for (const [index, run] of runs.entries()) {
      const taken = this.#bounds.take(run, sizes[index] ?? 0);
      const skipReason = taken instanceof Promise ? await taken : taken;
      wanted.push({ run: skipReason === null ? run : { ...run, skipReason }, isKept: true });
    }
    const answers = await this.#inserts.submitAll(wanted).finally(() => {
      for (const [index, { run }] of wanted.entries())
        if (run.skipReason === null) this.#bounds.placed(run, sizes[index] ?? 0);
    });
    return answers.map((answer, index) => sameRequest(runs[index] as NewRun, answer));
  }

  /** As `create`. @throws MoJobError besides, `tenant_disabled`, `quota_exceeded` or `waiting_limit` where there is no room for it */
  async createOne(run: NewRun): Promise<CreatedRun> {
    const bytes = sizeOf(run.args);
    const taken = this.#bounds.take(run, bytes);
    const refused = taken instanceof Promise ? await taken : taken;
    if (refused !== null && !(await this.#isThere(run))) throw refusedRun(run.definition, refused);
    let answer: CreatedRun | Refused;
    try {
      answer = await this.#inserts.submit({ run, isKept: false });
    } finally {
      if (refused === null && run.skipReason === null) this.#bounds.placed(run, bytes);
    }
    return sameRequest(run, "refused" in answer ? ((await this.#standing(run)) ?? answer) : answer);
  }

  /** Whether it needs no room: a repeated request returns its run, whatever waits, and a unique job decides by the run that has the key. */
  async #isThere(run: NewRun): Promise<boolean> {
    if ((await this.#standing(run)) !== null) return true;
    const [key = null] = await uniqueKeysOf([run]);
    if (key === null) return false;
    const [holder = null] = await this.#options.store.getByUniqueKey(run.definition.tenant, [key]);
    return holder !== null && isWaitedFor(holder, run);
  }

  /** The run of a request that is repeated. */
  async #standing({ id, definition, fingerprint }: NewRun): Promise<CreatedRun | null> {
    if (fingerprint === null) return null;
    const [instance] = await this.#options.store.get(definition.tenant, [id]);
    return instance ? { instance, created: false } : null;
  }

  /** Records what the limits of the jobs have room for, and the rest as skipped where it is kept. */
  async #insertWithin(wanted: readonly Wanted[]): Promise<readonly (CreatedRun | Refused)[]> {
    const above = (await this.#options.limits?.above(wanted.map(({ run }) => run))) ?? NONE;
    if (above.size === 0) return this.#insert(wanted.map(({ run }) => run));
    const runs = wanted.flatMap(({ run, isKept }) => {
      const skipReason = above.get(run);
      if (skipReason === undefined) return [run];
      return isKept ? [{ ...run, skipReason }] : [];
    });
    const created = (await this.#insert(runs)).values();
    return wanted.map(({ run, isKept }) => {
      const refused = isKept ? undefined : above.get(run);
      return refused === undefined ? (created.next().value as CreatedRun) : { refused };
    });
  }

  async #insert(runs: readonly NewRun[]): Promise<readonly CreatedRun[]> {
    const { dispatcher, clock, router } = this.#options;
    const now = clock.now();
    const record = recordsAt(now);
    const keys = uniqueKeysOf(runs);
    const uniqueKeys = keys instanceof Promise ? await keys : keys;
    let created: readonly CreatedRun[] = [];
    const routings = runs.some(({ definition, repeats }) => isRouted(definition) || repeats !== undefined)
      ? await router?.choose(runs)
      : undefined;
    // The handover is not awaited: the record is the promise, so callers need not wait for the runtime.
    await dispatcher.place(
      runs.map(({ definition: { tenant, app } }, index) =>
        destinationOf({ tenant, app, routing: routings?.[index] ?? null }),
      ),
      async (dispatchIds) => {
        const records = runs.map((run, index) =>
          record(delayDebounced(run, now), {
            dispatchId: dispatchIds[index] as string,
            uniqueKey: uniqueKeys[index] ?? null,
            routing: routings?.[index] ?? null,
          }),
        );
        const recorded = await recordRuns(runs, records, this.#options);
        ({ created } = recorded);
        return created.map(({ instance, created: isNew }, index) =>
          isNew &&
          !recorded.queued.has(index) &&
          !isTerminal(instance.state) &&
          runs[index]?.carriedBy === undefined
            ? firstRequestOf(instance)
            : null,
        );
      },
    );
    return created.some(isOther) ? this.#resolveUniqueConflict(runs, created) : created;

    function isOther({ instance, created: isNew }: CreatedRun, index: number): boolean {
      return !isNew && instance.id !== runs[index]?.id;
    }
  }

  /** One after another, because of two that replace one run the later counts. */
  async #resolveUniqueConflict(
    runs: readonly NewRun[],
    created: readonly CreatedRun[],
  ): Promise<readonly CreatedRun[]> {
    const settled: CreatedRun[] = [];
    for (const [index, answer] of created.entries()) {
      const run = runs[index] as NewRun;
      const isTaken = !answer.created && answer.instance.id !== run.id;
      settled.push(
        isTaken
          ? await resolveUniqueConflict(run, answer.instance, {
              ...this.#options,
              insert: async (again) => (await this.#insert([again]))[0] as CreatedRun,
            })
          : answer,
      );
    }
    return settled;
  }
}

function firstRequestOf({ id, jobKey, lane, priority, state, scheduledFor }: JobInstance): ExecutionRequest {
  const dueAt = state === JobState.Scheduled ? (scheduledFor?.toISOString() ?? null) : null;
  return { instanceId: id, jobKey, lane, attempt: 1, priority, dueAt };
}

/** Two fires of one nominal time are the same run; two requests under one idempotency key must also say the same. */
function sameRequest(run: NewRun, answer: CreatedRun | Refused): CreatedRun {
  if ("refused" in answer) throw refusedRun(run.definition, answer.refused);
  const { instance, created } = answer;
  if (created || run.fingerprint === null || instance.fingerprint === run.fingerprint) return answer;
  // Not its id was taken, but its unique key.
  if (instance.id !== run.id) return answer;
  throw new MoJobError(
    MoJobErrorCode.IdempotencyMismatch,
    `Cannot start run "${run.id}": its idempotency key was used for another request`,
  );
}
