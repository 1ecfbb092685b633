import type { Asker } from "../../access/asker.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { dispatchAgain } from "../../dispatch/dispatch-again.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { readWaiting } from "../../dispatch/read-waiting.ts";
import { isHeld, isParked, laneOf, waitsForEnd, waitsForSlot } from "../../model/instance/lane.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { cancelRetry, cancelWaiting } from "../../model/instance/transitions.ts";
import { FIRST_PRIORITY, LAST_PRIORITY } from "../../model/option/value/priority.ts";
import { ActKind } from "../../model/history/act.ts";
import { cancelled } from "../../model/reason.ts";
import { reprioritize } from "../../model/waiting/reprioritize.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import {
  type ClearQueueRequest,
  type QueueQuery,
  type QueueService,
  WaitsFor,
} from "../../scheduler/queue-service.ts";
import type { ActBook } from "../history/act-book.ts";
import { changeOf } from "../history/act-changes.ts";
import { notFound } from "../instances/cancel-run.ts";
import type { Asked } from "../access/asked.ts";
import { scopedQuery } from "../scope/scoped-query.ts";

const STATES: readonly JobState[] = [JobState.Enqueued, JobState.Failed];
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
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly book: ActBook;
}

/** Shows and changes what waits. */
export function createQueueService(options: QueueServiceOptions): Asked<QueueService> {
  const { tenant, store, runtime, clock, book } = options;
  const { instances } = store;

  async function* waiting({ apps }: Asker, query: QueueQuery): AsyncGenerator<JobInstance> {
    const within = scopedQuery(apps, { ...query, tenant });
    if (within === null) return;
    const now = clock.now();
    for await (const run of readWaiting(instances, within, STATES, now))
      if (apps.has(run.app) && isWaiting(run, now)) yield run;
  }

  /** The first in turn of the lanes of these runs: what is urgent may be younger than all of these. */
  const firstsOf = async (
    runs: readonly JobInstance[],
    { jobKey }: QueueQuery,
    most: number,
  ): Promise<readonly JobInstance[]> => {
    const lanes = new Set(runs.filter(waitsForSlot).map(({ lane }) => lane));
    if (jobKey !== undefined && runs.length > 0) lanes.add(laneOf(jobKey));
    const queries = [...lanes].slice(0, MOST_LANES).map((lane) => ({ tenant, lane, most }));
    return queries.length === 0 ? [] : (await instances.firstWaiting(queries)).flat();
  };

  const find = async (asker: Asker, id: string): Promise<JobInstance> => {
    const [run] = await instances.get(tenant, [id]);
    if (run && asker.finds(run.app)) return run;
    throw notFound(id);
  };

  /** Writes the priority that is right for the run as it is; a run that is not parked is handed over again, before others. */
  const place = async (
    asker: Asker,
    id: string,
    priorityOf: (run: JobInstance) => number | Promise<number>,
  ): Promise<JobInstance> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const run = await find(asker, id);
      const now = clock.now();
      if (!isWaiting(run, now)) break;
      const priority = await priorityOf(run);
      if (priority === run.priority) return run;
      const [applied] = await instances.update([reprioritize(run, now, priority, asker.by)]);
      if (applied !== true) continue;
      const placed = await find(asker, id);
      const changes = [changeOf("priority", run.priority, placed.priority)];
      await book.noteDone(asker.by, {
        kind: ActKind.Prioritize,
        app: run.app,
        jobKey: run.jobKey,
        instanceId: id,
        changes,
      });
      if (!isParked(placed)) await dispatchAgain([placed], { ...options, store: instances });
      return placed;
    }
    throw new MoJobError(
      MoJobErrorCode.NotWaiting,
      `Cannot change the priority of run "${id}": it does not wait to begin`,
    );
  };

  return {
    async list(asker, query, limit) {
      const read: JobInstance[] = [];
      let isComplete = true;
      for await (const run of waiting(asker, query)) {
        if (read.length === MOST_READ) {
          isComplete = false;
          break;
        }
        read.push(run);
      }
      const firsts = isComplete ? [] : await firstsOf(read, query, limit);
      const known = new Set(read.map(({ id }) => id));
      const items = [...read, ...firsts.filter(({ id, app }) => !known.has(id) && asker.apps.has(app))]
        .toSorted(byTurn)
        .slice(0, limit)
        .map((run) => ({ run, waitsFor: waitsFor(run) }));
      return { items, total: read.length, isComplete };
    },

    prioritize(asker, id, priority) {
      if (!Number.isInteger(priority) || priority < FIRST_PRIORITY || priority > LAST_PRIORITY)
        return Promise.reject(
          invalidInput(`change the priority of run "${id}"`, [
            issueAt("/priority", "too_large", { max: LAST_PRIORITY }),
          ]),
        );
      return place(asker, id, () => priority);
    },

    runNext: (asker, id) =>
      place(asker, id, async (run) => {
        const [[first] = []] = await instances.firstWaiting([{ tenant, lane: run.lane, most: 1 }]);
        if (first?.id === run.id) return run.priority;
        return Math.min(FIRST_PRIORITY, run.priority, first?.priority ?? FIRST_PRIORITY) - 1;
      }),

    async clear(asker, { olderThanMs = 0, dryRun = false, all = false, ...query }) {
      assertAsked({ ...query, olderThanMs, all });
      const before = clock.now().getTime() - olderThanMs;
      let matched = 0;
      let done = 0;
      let runs: JobInstance[] = [];
      const ended: JobInstance[] = [];
      const end = async (): Promise<void> => {
        const now = clock.now();
        const written = await instances.update(runs.map((run) => endOf(run, now, asker.by)));
        runs.forEach((run, index) => {
          if (written[index] !== true) return;
          done += 1;
          ended.push(run);
          runtime.forget?.(run);
        });
        runs = [];
      };
      for await (const run of waiting(asker, query)) {
        if (beganToWait(run).getTime() > before) continue;
        matched += 1;
        if (dryRun) continue;
        runs.push(run);
        if (runs.length === RUNS_PER_WRITE) await end();
      }
      if (runs.length > 0) await end();
      await book.note(
        ended.map(({ app, jobKey, id }) =>
          book.make(asker.by, { kind: ActKind.ClearQueue, app, jobKey, instanceId: id }),
        ),
      );
      return { matched, done };
    },
  };
}

/** An empty request may be one whose conditions were lost on the way: everything is cleared for one that says so. */
function assertAsked({ app, jobKey, olderThanMs, all }: Omit<ClearQueueRequest, "dryRun">): void {
  const conditions = { app, jobKey, olderThanMs: olderThanMs === 0 ? undefined : olderThanMs };
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

function endOf(run: JobInstance, now: Date, by: string | null) {
  const reason = cancelled(by, null);
  return run.state === JobState.Failed ? cancelRetry(run, now, reason) : cancelWaiting(run, now, reason);
}
