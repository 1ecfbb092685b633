import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import { LoopTurns } from "../../base/batching/loop-turns.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { Composites } from "../../dispatch/composite/composites.ts";
import { dispatchAgain } from "../../dispatch/dispatch-again.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { DUE_STATES, openRuns } from "../../waiting/open-runs.ts";
import {
  isHeld,
  isParked,
  runsInParts,
  laneOf,
  waitsForEnd,
  waitsForSlot,
} from "../../model/instance/lane.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import { cancelRetry, cancelWaiting, requestCancel } from "../../model/instance/transitions.ts";
import { FIRST_PRIORITY, LAST_PRIORITY } from "../../model/option/value/priority.ts";
import { ActKind } from "../../model/history/act.ts";
import { cancelled, ReasonCode } from "../../model/reason.ts";
import { reprioritize } from "../../model/waiting/reprioritize.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import {
  type ClearQueueRequest,
  type QueueQuery,
  type QueueService,
  WaitsFor,
} from "../../scheduler/queue-service.ts";
import type { ActLog } from "../history/act-log.ts";
import { changeOf } from "../history/act-changes.ts";
import { notFound } from "../instances/cancel-run.ts";
import type { PerRequester } from "../access/per-requester.ts";
import { scopedQuery } from "../scope/scoped-query.ts";

/** Runs that a list reads. */
const MOST_READ = 1000;
/** Lanes of which a list reads the first runs besides, where it does not read all. */
const MOST_LANES = 20;
/** Runs that are cancelled with one write. */
const RUNS_PER_WRITE = 200;
const MOST_TRIES = 5;

export interface QueueServiceOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances">;
  readonly cache: Pick<JobDefinitionCache, "get">;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly actLog: ActLog;
}

/** Shows and changes what waits. */
export class Queue implements PerRequester<QueueService> {
  readonly #options: QueueServiceOptions;
  readonly #composites: Composites;

  constructor(options: QueueServiceOptions) {
    this.#options = options;
    this.#composites = new Composites({ ...options, store: options.store.instances });
  }

  async list(requester: Requester, query: QueueQuery, limit: number): ReturnType<QueueService["list"]> {
    const read: JobInstance[] = [];
    let isComplete = true;
    for await (const run of this.#waiting(requester, query)) {
      if (read.length === MOST_READ) {
        isComplete = false;
        break;
      }
      read.push(run);
    }
    const firsts = isComplete ? [] : await this.#firstsOf(read, query, limit);
    const known = new Set(read.map(({ id }) => id));
    const items = [...read, ...firsts.filter(({ id, app }) => !known.has(id) && requester.apps.has(app))]
      .toSorted(byTurn)
      .slice(0, limit)
      .map((run) => ({ run, waitsFor: waitsFor(run) }));
    return { items, total: read.length, isComplete };
  }

  async prioritize(requester: Requester, id: string, priority: number): Promise<JobInstance> {
    if (!Number.isInteger(priority) || priority < FIRST_PRIORITY || priority > LAST_PRIORITY) {
      const issue = issueAt("/priority", "too_large", { max: LAST_PRIORITY });
      throw invalidInput(`change the priority of run "${id}"`, [issue]);
    }
    return this.#place(requester, id, async (run) => {
      const own = (await this.#options.cache.get(run.jobKey))?.options.priority ?? run.priority;
      if (priority < own) requester.assertHolds(Permission.OverrideRuns, run.app);
      return priority;
    });
  }

  runNext(requester: Requester, id: string): Promise<JobInstance> {
    const { tenant, store } = this.#options;
    return this.#place(requester, id, async (run) => {
      const [[first] = []] = await store.instances.firstWaiting([{ tenant, lane: run.lane, most: 1 }]);
      if (first?.id === run.id) return run.priority;
      return Math.min(FIRST_PRIORITY, run.priority, first?.priority ?? FIRST_PRIORITY) - 1;
    });
  }

  async clear(
    requester: Requester,
    { olderThanMs = 0, runningLongerThanMs, dryRun = false, all = false, ...query }: ClearQueueRequest,
  ): ReturnType<QueueService["clear"]> {
    assertAsked({ ...query, olderThanMs, runningLongerThanMs, all });
    const { tenant, clock } = this.#options;
    const turns = LoopTurns.of(clock, tenant);
    const end: EndOf = endingFor(requester.by, runningLongerThanMs);
    let matched = 0;
    let runs: JobInstance[] = [];
    let done = 0;
    for await (const run of this.#clearable(requester, query, olderThanMs, runningLongerThanMs)) {
      const turn = turns.take();
      if (turn !== null) await turn;
      matched += 1;
      if (dryRun) continue;
      runs.push(run);
      if (runs.length < RUNS_PER_WRITE) continue;
      done += await this.#end(requester, runs, end);
      runs = [];
    }
    done += await this.#end(requester, runs, end);
    return { matched, done };
  }

  /** The runs that have waited, or run, for longer than asked. */
  async *#clearable(
    requester: Requester,
    query: QueueQuery,
    waitsMs: number,
    runsMs: number | undefined,
  ): AsyncGenerator<JobInstance> {
    const now = this.#options.clock.now().getTime();
    if (runsMs === undefined) {
      for await (const run of this.#waiting(requester, query))
        if (beganToWait(run).getTime() <= now - waitsMs) yield run;
      return;
    }
    const isTooLong = ({ startedAt }: JobInstance): boolean =>
      startedAt !== null && startedAt.getTime() <= now - runsMs;
    for await (const run of this.#open(requester, query, [JobState.Processing]))
      if (isTooLong(run) && run.cancelRequestedAt === null && !runsInParts(run)) yield run;
  }

  /** Ends those that still are as they were read, and notes it; resolves to how many. */
  async #end(requester: Requester, runs: readonly JobInstance[], endOf: EndOf): Promise<number> {
    if (runs.length === 0) return 0;
    const { store, runtime, clock, actLog } = this.#options;
    const now = clock.now();
    const written = await store.instances.update(runs.map((run) => endOf(run, now)));
    const ended = runs.filter((_, index) => written[index] === true);
    for (const run of ended) if (run.state !== JobState.Processing) runtime.forget?.(run);
    await actLog.note(
      ended.map(({ app, jobKey, id }) =>
        actLog.make(requester, { kind: ActKind.ClearQueue, app, jobKey, instanceId: id }),
      ),
    );
    // Their tasks go on, and workers are told.
    const { tenant } = this.#options;
    const ids = ended.map(({ id }) => id);
    const after = ids.length === 0 ? [] : await store.instances.get(tenant, ids);
    await this.#composites.settle(after.filter((run) => run !== null));
    return ended.length;
  }

  async *#waiting(requester: Requester, query: QueueQuery): AsyncGenerator<JobInstance> {
    const now = this.#options.clock.now();
    for await (const run of this.#open(requester, query, DUE_STATES)) if (isWaiting(run, now)) yield run;
  }

  async *#open(
    { apps }: Requester,
    query: QueueQuery,
    states: readonly JobState[],
  ): AsyncGenerator<JobInstance> {
    const { tenant, store, clock } = this.#options;
    const within = scopedQuery(apps, { ...query, tenant });
    if (within === null) return;
    for await (const run of openRuns(store.instances, { ...within, states, unmovedSince: clock.now() }))
      if (apps.has(run.app)) yield run;
  }

  /** The first in turn of the lanes of these runs: what is urgent may be younger than all of these. */
  async #firstsOf(
    runs: readonly JobInstance[],
    { jobKey }: QueueQuery,
    most: number,
  ): Promise<readonly JobInstance[]> {
    const { tenant, store } = this.#options;
    const lanes = new Set(runs.filter(waitsForSlot).map(({ lane }) => lane));
    if (jobKey !== undefined && runs.length > 0) lanes.add(laneOf(jobKey));
    const queries = [...lanes].slice(0, MOST_LANES).map((lane) => ({ tenant, lane, most }));
    return queries.length === 0 ? [] : (await store.instances.firstWaiting(queries)).flat();
  }

  async #find(requester: Requester, id: string): Promise<JobInstance> {
    const [run] = await this.#options.store.instances.get(this.#options.tenant, [id]);
    if (run && requester.finds(run.app)) return run;
    throw notFound(id);
  }

  /** Writes the priority that is right for the run as it is; a run that is not parked is handed over again, before others. */
  async #place(
    requester: Requester,
    id: string,
    priorityOf: (run: JobInstance) => number | Promise<number>,
  ): Promise<JobInstance> {
    const { store, clock, actLog } = this.#options;
    const { instances } = store;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const run = await this.#find(requester, id);
      const now = clock.now();
      if (!isWaiting(run, now)) break;
      const priority = await priorityOf(run);
      if (priority === run.priority) return run;
      const [applied] = await instances.update([reprioritize(run, now, priority, requester.by)]);
      if (applied !== true) continue;
      const placed = await this.#find(requester, id);
      const changes = [changeOf("priority", run.priority, placed.priority)];
      const { app, jobKey } = run;
      await actLog.noteDone(requester, { kind: ActKind.Prioritize, app, jobKey, instanceId: id, changes });
      if (!isParked(placed)) await dispatchAgain([placed], { ...this.#options, store: instances });
      return placed;
    }
    throw new MoJobError(
      MoJobErrorCode.NotWaiting,
      `Cannot change the priority of run "${id}": it does not wait to begin`,
    );
  }
}

/** An empty request may be one whose conditions were lost on the way: everything is cleared for one that says so. */
function assertAsked({
  app,
  jobKey,
  olderThanMs,
  runningLongerThanMs,
  all,
}: Omit<ClearQueueRequest, "dryRun" | "runningLongerThanMs"> & {
  readonly runningLongerThanMs: number | undefined;
}): void {
  const waitsMs = olderThanMs === 0 ? undefined : olderThanMs;
  const conditions = { app, jobKey, olderThanMs: waitsMs, runningLongerThanMs };
  if (waitsMs !== undefined && runningLongerThanMs !== undefined)
    throw invalidInput("clear the queue", [
      issueAt("/runningLongerThanMs", "excludes", { other: "olderThanMs" }),
    ]);
  const given = Object.entries(conditions).find(([, value]) => value !== undefined)?.[0];
  const doing = "clear the queue";
  if (given === undefined && all !== true)
    throw invalidInput(doing, [issueAt("", "condition_or_all", { names: Object.keys(conditions) })]);
  if (given !== undefined && all === true)
    throw invalidInput(doing, [issueAt("/all", "excludes", { other: given })]);
}

/** A retry that is not due yet waits for its time. */
function isWaiting(run: JobInstance, now: Date): boolean {
  if (run.state !== JobState.Failed) return run.state === JobState.Enqueued;
  return isParked(run) || (run.retryAt !== null && run.retryAt <= now);
}

/** A retry waits since it was due. */
function beganToWait({ state, retryAt, enqueuedAt, createdAt }: JobInstance): Date {
  return (state === JobState.Failed ? retryAt : null) ?? enqueuedAt ?? createdAt;
}

function waitsFor(run: JobInstance): WaitsFor {
  if (isHeld(run)) return WaitsFor.Resume;
  return waitsForSlot(run) || waitsForEnd(run) ? WaitsFor.Slot : WaitsFor.Worker;
}

function byTurn(a: JobInstance, b: JobInstance): number {
  return (
    Number(isHeld(a)) - Number(isHeld(b)) ||
    a.priority - b.priority ||
    (a.turn ?? 0) - (b.turn ?? 0) ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.id < b.id ? -1 : 1)
  );
}

type EndOf = (run: JobInstance, now: Date) => InstanceChange;

/** A retry is called off; its last attempt says what failed. */
function endingFor(by: string | null, runningLongerThanMs: number | undefined): EndOf {
  if (runningLongerThanMs !== undefined) {
    const parameters = { by, ms: runningLongerThanMs };
    return (run, now) => requestCancel(run, now, { code: ReasonCode.ExecutionCleared, parameters });
  }
  return (run, now) =>
    run.state === JobState.Failed
      ? cancelRetry(run, now, cancelled(by, null))
      : cancelWaiting(run, now, { code: ReasonCode.QueueCleared, parameters: { by } });
}
