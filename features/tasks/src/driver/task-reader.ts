import {
  type IMoJobScheduleMetadataStore,
  isTerminal,
  type JobDefinition,
  type JobInstance,
} from "@mojob/core";
import {
  GroupCommit,
  type JobDefinitionCache,
  LoopTurns,
  newTaskState,
  resolveJobOptions,
} from "@mojob/core/engine";
import { madeDefinition, TaskPhase, withRunOptions } from "@mojob/core/feature";
import {
  codeWork,
  type Clock,
  foldInTurns,
  type IMoInstanceStore,
  ReasonCode,
  type TaskFact,
  type TaskState,
} from "@mojob/core/ports";
import type { TaskPlans } from "../definition/task-plans.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { isUnderWay, type OpenTask } from "./open-task.ts";

const PAGE_SIZE = 500;
/** Tasks whose states are kept to be read faster. */
const MOST_KNOWN = 1000;
/** States in one call. */
const MOST_READ = 250;

export interface TaskReaderOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "tasks"> & {
    readonly instances: Pick<IMoInstanceStore, "get">;
  };
  readonly cache: Pick<JobDefinitionCache, "get" | "known">;
  readonly plans: TaskPlans;
  readonly clock: Clock;
}

/** A task as this process left it. */
interface KnownTask {
  readonly run: JobInstance;
  readonly state: TaskState;
  /** Whether another process was found to have moved it on too: it is read before each step then. */
  readonly isShared: boolean;
}

/** A task as it stood at a moment. */
export interface PastTask {
  readonly task: OpenTask;
  /** The last fact until then. */
  readonly last: TaskFact | null;
  /** The number of the last one by now. */
  readonly lastSeq: number;
}

/** In the place of a job that was deleted, whose runs are kept. */
function removedJobOf({ tenant, jobKey: key, app, kind, createdAt }: JobInstance): JobDefinition {
  const options = resolveJobOptions(kind, {}, key);
  const times = { scheduledSince: createdAt, createdAt, updatedAt: createdAt };
  const of = { tenant, key, app, work: codeWork(key), argsSchema: null, updatedBy: null };
  return { ...madeDefinition({ ...of, options, ...times }), kind };
}

/** Reads where tasks stand. */
export class TaskReader {
  readonly #options: TaskReaderOptions;
  /** Tasks that this process moved on; the one that was written last stands last. */
  readonly #known = new Map<string, KnownTask>();
  /** Reads together the states that many ask for at once. */
  readonly #states: GroupCommit<string, TaskState | null>;
  readonly #turns: LoopTurns;

  constructor(options: TaskReaderOptions) {
    this.#options = options;
    this.#turns = LoopTurns.of(options.clock, options.tenant);
    this.#states = new GroupCommit((ids) => this.#readStates(ids), { maxBatch: MOST_READ });
  }

  /** A state that is known here is of use to a read of one alone. */
  async #readStates(ids: readonly string[]): Promise<readonly (TaskState | null)[]> {
    const { tenant, store } = this.#options;
    const [first] = ids;
    if (first === undefined || ids.length > 1) return store.tasks.readMany(tenant, ids);
    return [await store.tasks.read(tenant, first, this.#known.get(first)?.state)];
  }

  /** `null` for a run that is no task, or is not there. */
  async read(id: string): Promise<OpenTask | null> {
    const { tenant, store } = this.#options;
    const reading = this.#states.submit(id);
    const [[run], state] = await Promise.all([store.instances.get(tenant, [id]), reading]);
    return run ? this.#openAt(run, state) : null;
  }

  /** As `read`, of a task whose nodes run; `null` for any other, of which the run alone is read. */
  async readUnderWay(id: string): Promise<OpenTask | null> {
    const { tenant, store } = this.#options;
    const [run] = await store.instances.get(tenant, [id]);
    return run && isUnderWay(run) ? this.open(run) : null;
  }

  /**
   * A task as this process left it, which is as it is where no other process moves it on: a write says. `null` where that is
   * not known, or others do.
   */
  async recall(id: string): Promise<OpenTask | null> {
    const known = this.#known.get(id);
    return known === undefined || known.isShared
      ? null
      : this.#openAt(known.run, known.state, { isKnown: true });
  }

  /** Takes a run for a task that has made no step yet, so that its first one is made without a read: the write says. */
  expectFirstStep(run: JobInstance): void {
    if (run.reason?.code !== ReasonCode.Task) return;
    const { tenant, id, jobKey: key } = run;
    const { version = run.reason.parameters.version } = run.trigger;
    this.remember(run, newTaskState({ id, tenant, key, version }));
  }

  /** Keeps a task as it was written: the next read is of what has happened since. */
  remember(run: JobInstance, state: TaskState): void {
    const isShared = this.#known.get(state.id)?.isShared ?? false;
    this.#known.delete(state.id);
    if (state.phase === TaskPhase.Ended) return;
    this.#known.set(state.id, { run, state, isShared });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Notes that a task was moved on by another process. */
  noteShared(id: string): void {
    const known = this.#known.get(id);
    if (known !== undefined) this.#known.set(id, { ...known, isShared: true });
  }

  async open(run: JobInstance): Promise<OpenTask | null> {
    return this.#openAt(run, await this.#states.submit(run.id));
  }

  /** As `open`, of many runs at once; `null` for each that is no open task. */
  async openMany(runs: readonly JobInstance[]): Promise<readonly (OpenTask | null)[]> {
    const { tenant, store } = this.#options;
    const states = await store.tasks.readMany(
      tenant,
      runs.map(({ id }) => id),
    );
    return Promise.all(runs.map((run, index) => this.#openAt(run, states[index] ?? null)));
  }

  /** @param isKnown whether this process has moved it on: that its job is as it is in memory is new enough then */
  async #openAt(
    run: JobInstance,
    state: TaskState | null,
    { isKnown = false }: { readonly isKnown?: boolean } = {},
  ): Promise<OpenTask | null> {
    const { tenant, cache, plans } = this.#options;
    const stored = (isKnown ? cache.known(run.jobKey) : null) ?? (await cache.get(run.jobKey));
    // A task that has ended is shown by the version that it had, which stays as long as the run.
    const definition = stored ?? (isTerminal(run.state) ? removedJobOf(run) : null);
    if (definition === null) return null;
    const version = state?.version ?? (await this.#firstVersion(run, definition));
    const plan = version === null ? null : await plans.get(definition, version);
    if (version === null || plan === null) return null;
    return {
      run,
      definition: withRunOptions(definition, run),
      plan,
      state: state ?? newTaskState({ id: run.id, tenant, key: run.jobKey, version }),
    };
  }

  /** The plan of a version of its job; `null` for the one in force. */
  async planOf({ definition }: OpenTask, version: number | null): Promise<TaskPlan | null> {
    const { plans } = this.#options;
    const wanted = version ?? (await plans.versionOf(definition));
    return wanted === null ? null : plans.get(definition, wanted);
  }

  /** The task around a group that a run executes for an item. */
  async outerOf({ part }: JobInstance): Promise<OpenTask | null> {
    return part === null ? null : this.read(part.of);
  }

  /** All facts, in their order. */
  async log({ run }: Pick<OpenTask, "run">): Promise<readonly TaskFact[]> {
    const facts: TaskFact[] = [];
    for (;;) {
      const page = await this.#options.store.tasks.log(run.tenant, run.id, facts.length, PAGE_SIZE);
      await this.#turns.inTurn(() => facts.push(...page));
      if (page.length < PAGE_SIZE) return facts;
    }
  }

  /** A task as it stood after the fact with that number, or at that time; `null` as `read`. */
  async readAt(run: JobInstance, moment: number | Date): Promise<PastTask | null> {
    const now = await this.open(run);
    if (now === null) return null;
    const { tenant, key } = now.state;
    const log = (await this.log({ run })).filter(({ seq }) => seq <= now.state.seq);
    const until = log.filter(({ seq, at }) => (typeof moment === "number" ? seq : at) <= moment);
    const first = await this.#firstVersion(run, now.definition);
    const empty = newTaskState({ id: run.id, tenant, key, version: first ?? now.state.version });
    const task = await this.#openAt(run, await this.#turns.run(foldInTurns(empty, until)));
    return task === null ? null : { task, last: until.at(-1) ?? null, lastSeq: now.state.seq };
  }

  /** The version that a run is to execute or began with, as it was noted then; one that has not begun would begin with the one in force. A retry keeps it. */
  async #firstVersion(
    { history, state, trigger }: JobInstance,
    definition: JobDefinition,
  ): Promise<number | null> {
    if (trigger.version !== undefined) return trigger.version;
    for (const { reason } of history) if (reason?.code === ReasonCode.Task) return reason.parameters.version;
    return isTerminal(state) ? null : this.#options.plans.versionOf(definition);
  }
}
