import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { findChildCycle } from "../../definition/child-cycle.ts";
import type { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { sizeOf } from "../../base/json-size.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { EndFollower } from "../../duties/following/end-follower.ts";
import { chainAfter, tooLongChain } from "../../model/instance/chain.ts";
import { type JobInstanceSummary, TriggerType } from "../../model/instance/job-instance.ts";
import { traceOf } from "../../model/instance/traceparent.ts";
import { shardOfLane } from "../../model/instance/lane.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { followUpId } from "../../model/name/follow-up-id.ts";
import { type Reason, ReasonCode } from "../../model/reason.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { childArgs, isChildDue } from "./child-run.ts";
import { type ChildStart, ChildStarts, type DueChild } from "./child-starts.ts";
import { resolveRunRequest, type RunRequestContext } from "./run-starter.ts";

export interface ChildJobsOptions extends RunRequestContext {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "logs">;
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
  readonly creator: InstanceCreator;
  /** Called with what kept a child from being recorded at all. */
  readonly onError: (error: unknown) => void;
}

/** Children that are created before they are written, in bytes: a page of ends may start ten thousand. */
const WRITTEN_BYTES = 4 * 1024 * 1024;
/** Nothing that another end could do better: the whole page comes again. */
const OUTAGES: readonly MoJobErrorCode[] = [
  MoJobErrorCode.StoreUnavailable,
  MoJobErrorCode.RuntimeUnavailable,
  MoJobErrorCode.LockHeld,
  MoJobErrorCode.ShuttingDown,
];

/**
 * Starts the children of runs that have ended. Each child gets one run for each end of its parent: the run's id is made of
 * the two. What keeps a child from running is recorded as the reason of its run, and one that cannot be recorded is reported:
 * neither keeps the ends beside it from being followed. While the store is unavailable, all of them wait.
 */
export class ChildJobs implements EndFollower {
  readonly name = "children";
  readonly #options: ChildJobsOptions;
  readonly #starts: ChildStarts;

  constructor(options: ChildJobsOptions) {
    this.#options = options;
    this.#starts = new ChildStarts(options);
  }

  async isIdle(): Promise<boolean> {
    const definitions = await this.#options.cache.getAll();
    return definitions.every(({ options }) => options.children.length === 0);
  }

  async follow(runs: readonly JobInstanceSummary[]): Promise<void> {
    const { tenant, store, cache } = this.#options;
    const parents = await cache.getMany([...new Set(runs.map(({ jobKey }) => jobKey))]);
    // The end that counts of a broadcast is its own, and what follows a node of a task its graph says.
    const whole = runs.filter(
      ({ lane, part, trigger }) =>
        shardOfLane(lane) === null && (part === null || trigger.type !== TriggerType.Task),
    );
    const due = whole.flatMap(({ id, jobKey, state }) =>
      (parents.get(jobKey)?.options.children ?? [])
        .filter((child) => isChildDue(child, state))
        .map((child) => ({ id, child })),
    );
    if (due.length === 0) return;
    const records = await store.instances.get(tenant, [...new Set(due.map(({ id }) => id))]);
    const recordOf = new Map(records.flatMap((record) => (record === null ? [] : [[record.id, record]])));
    const starts = await this.#starts.of(
      due.flatMap(({ id, child }): readonly DueChild[] => {
        const parent = recordOf.get(id);
        return parent === undefined ? [] : [{ parent, child }];
      }),
    );
    await this.#startAll(starts);
    await this.#starts.made(starts);
  }

  async #startAll(starts: readonly ChildStart[]): Promise<void> {
    const { cache, clock, onError } = this.#options;
    if (starts.length === 0) return;
    const children = await cache.getMany([...new Set(starts.map(({ child }) => child.job))]);
    const loopYield = new EventLoopYield(clock);
    let started: NewRun[] = [];
    let bytes = 0;
    for (const start of starts) {
      await loopYield.take();
      const definition = children.get(start.child.job);
      if (definition === undefined) onError(noSuchChild(start));
      else {
        const run = await this.#runOf(definition, start);
        started.push(run);
        bytes += sizeOf(run.args);
      }
      if (bytes < WRITTEN_BYTES) continue;
      await this.#create(started);
      started = [];
      bytes = 0;
    }
    await this.#create(started);
  }

  /** Runs that cannot be recorded with others are recorded alone; one that cannot be even so is reported, if the store takes any. */
  async #create(runs: readonly NewRun[]): Promise<void> {
    const { creator, onError } = this.#options;
    if (runs.length === 0) return;
    try {
      await creator.create(runs);
    } catch (error) {
      if (isOutage(error) || runs.length === 1) throw error;
      const failures: unknown[] = [];
      for (const run of runs)
        try {
          await creator.create([run]);
        } catch (failure) {
          if (isOutage(failure)) throw failure;
          failures.push(failure);
        }
      if (failures.length === runs.length) throw error;
      for (const failure of failures) onError(failure);
    }
  }

  async #runOf(definition: JobDefinition, { parent, child, type, refusal }: ChildStart): Promise<NewRun> {
    const id = await followUpId(parent.id, child.job);
    const trigger = { type, ...chainAfter(parent), ...traceOf(parent.trigger) };
    const tooLong = await tooLongChain(parent, child.job, (ids) =>
      this.#options.store.instances.get(this.#options.tenant, ids),
    );
    if (tooLong !== null) {
      const skipReason: Reason = { code: ReasonCode.ChainTooLong, parameters: tooLong };
      return unrun(definition, { id, trigger, skipReason });
    }
    if (refusal !== undefined) return unrun(definition, { id, trigger, skipReason: refusal });
    const cycle = await findChildCycle(definition, (keys) => this.#options.cache.getMany(keys));
    try {
      const args = child.args === undefined ? undefined : childArgs(child.args, parent);
      const run = await resolveRunRequest(definition, args === undefined ? {} : { args }, this.#options);
      const skipReason: Reason | null =
        cycle === null ? run.skipReason : { code: ReasonCode.ChildCycle, parameters: { path: cycle } };
      return { ...run, id, trigger, skipReason };
    } catch (error) {
      if (isOutage(error)) throw error;
      return unrun(definition, { id, trigger, skipReason: this.#refusalOf(error) });
    }
  }

  /** Why a child is recorded without being run; what nobody has foreseen is reported too. */
  #refusalOf(error: unknown): Reason {
    const issues = isMoJobError(error) ? error.issues : [];
    if (isMoJobError(error, MoJobErrorCode.JobDisabled)) return { code: ReasonCode.JobDisabled };
    if (issues.length === 0) this.#options.onError(error);
    return { code: ReasonCode.ChildArgsRefused, parameters: { issues } };
  }
}

function isOutage(error: unknown): boolean {
  return isMoJobError(error) && OUTAGES.includes(error.code);
}

/** A child that is recorded without being run. */
function unrun(definition: JobDefinition, beside: Pick<NewRun, "id" | "trigger" | "skipReason">): NewRun {
  const { priority } = definition.options;
  return { definition, args: null, priority, dueAt: null, missed: null, fingerprint: null, ...beside };
}

function noSuchChild({ parent: { id, jobKey }, child: { job } }: DueChild): MoJobError {
  return new MoJobError(
    MoJobErrorCode.JobNotFound,
    `Cannot start job "${job}", a child of job "${jobKey}", after run "${id}": there is no such job`,
  );
}
