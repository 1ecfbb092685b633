import type { JobInstance, JobInstanceSummary } from "@mojob/core";
import { GroupCommit, LoopTurns } from "@mojob/core/engine";
import {
  type InstanceCreator,
  type NodeHost,
  runName,
  type TaskEvent,
  type TaskHost,
  type TaskOperation,
  TaskPhase,
} from "@mojob/core/feature";
import { type TaskWrite, TriggerType } from "@mojob/core/ports";
import type { TaskPlans } from "../definition/task-plans.ts";
import { advance, type TaskStep } from "../decide/advance.ts";
import type { Evaluated } from "../decide/evaluations.ts";
import { namesIn, openRuns, type Owed, owedByLog } from "../decide/owed.ts";
import { type Refused, TaskRefusal } from "../decide/task-refusal.ts";
import { ValueLoader } from "./load-values.ts";
import { planMigration, refusalNow } from "./migration.ts";
import { GroupedRuns } from "./grouped-runs.ts";
import { LateEnds } from "./late-ends.ts";
import { TaskRunner } from "./task-runner.ts";
import { NodeRuns } from "./node-runs.ts";
import { OperationRefusals } from "./operation-refusals.ts";
import { dueEvents, isUnderWay, nextLookAt, type OpenTask } from "./open-task.ts";
import { endsOf, isPlainSuccess } from "./node-ends.ts";
import { showWait, withShownWait } from "./shown-wait.ts";
import type { StepInput } from "./step-input.ts";
import { beginningOf, isToBegin } from "./task-beginning.ts";
import { TaskReader } from "./task-reader.ts";
import { TaskEnds, type TaskEndsOptions } from "./task-ends.ts";
import { TaskTurns } from "./task-turns.ts";
import { ValueEdits } from "./value-edits.ts";

/** Each lost write is a step of another process. */
const MOST_TRIES = 50;
/** Steps of many tasks in one call. */
const STEPS_IN_A_WRITE = 250;
/** Tasks that are looked at without an event are read so many at a time. */
const READ_TOGETHER = 50;

export interface TaskDriverOptions extends TaskEndsOptions {
  readonly plans: TaskPlans;
  /** Records the runs that nodes start and do not wait for. */
  readonly creator: Pick<InstanceCreator, "createOne">;
  /** Whether events bring ends late: the process that ends a node's run then moves its task on. @default false */
  readonly endsComeLate?: boolean;
  /** Called with why a task was not moved on; a follower of ends does so later. */
  readonly onError: (error: unknown) => void;
}

/**
 * Moves tasks on: reads where one stands, has the next step decided, writes it where nobody else has moved the task meanwhile,
 * and does what it owes. Any process may do so at any time, and twice: the state and its log say what is to be done.
 */
export class TaskDriver implements TaskHost {
  readonly #options: TaskDriverOptions;
  readonly #runs: GroupedRuns;
  readonly #steps: GroupCommit<TaskWrite, boolean>;
  readonly reader: TaskReader;
  readonly values: ValueLoader;
  readonly #nodeRuns: NodeRuns;
  readonly #ends: TaskEnds;
  readonly #loopTurns: LoopTurns;
  /** `null` where ends come at once. */
  readonly #late: LateEnds | null;
  /** Tasks of which this process makes a step: what comes meanwhile makes the next one together. */
  readonly #turns: TaskTurns<StepInput>;
  readonly #refusals = new OperationRefusals();
  /** The earliest that is known to be due. */
  #nextDueMs = Infinity;
  readonly #listeners = new Set<() => void>();
  /** Ends of tasks that those around them have yet to take. */
  readonly #passing = new Set<Promise<void>>();
  readonly edits: ValueEdits;

  constructor(options: TaskDriverOptions) {
    const { tenant, store, clock, endsComeLate = false } = options;
    this.#runs = new GroupedRuns(tenant, store.instances);
    this.#steps = new GroupCommit((steps) => store.tasks.write(steps), { maxBatch: STEPS_IN_A_WRITE });
    const stores = { instances: this.#runs, tasks: store.tasks, logs: store.logs };
    this.#options = options;
    this.#loopTurns = LoopTurns.of(clock, tenant);
    this.#turns = new TaskTurns((id, inputs) => this.#step(id, inputs));
    this.reader = new TaskReader({ ...options, store: stores });
    this.values = new ValueLoader(stores, this.#loopTurns, (run) => this.reader.outerOf(run));
    this.edits = new ValueEdits(this.reader, this.values, this.#turns);
    this.#nodeRuns = new NodeRuns({ ...options, store: this.#runs, values: this.values });
    this.#ends = new TaskEnds(options, this.#runs, this.reader);
    this.#late = endsComeLate ? new LateEnds({ clock, follow: (parts) => this.#follow(parts) }) : null;
  }

  /** Calls the listener when something is due sooner than before; returns how to stop. */
  onDue(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  runner(host: () => NodeHost): TaskRunner {
    return new TaskRunner(this, host);
  }

  /** Begins a task whose run was admitted by this worker. */
  async begin(run: JobInstance, host: NodeHost): Promise<void> {
    if (run.attempt === 1) this.reader.expectFirstStep(run);
    await this.#turns.submit(run.id, [await beginningOf(run, this.reader), ...this.#placeOf(host)]);
    await this.#untilPassedOn();
  }

  /** Goes on with tasks of which runs of nodes have ended. */
  follow(parts: readonly JobInstanceSummary[]): Promise<void> {
    return this.#late === null ? this.#follow(parts) : this.#late.add(parts);
  }

  async #follow(parts: readonly JobInstanceSummary[]): Promise<void> {
    const byTask = Map.groupBy(parts, ({ part }) => part?.of ?? "");
    await Promise.all(
      Array.from(byTask, ([id, ended]) =>
        this.#turns.submit(
          id,
          ended.map((run) => ({ type: "run" as const, run })),
        ),
      ),
    );
  }

  /**
   * Goes on with the task of a node whose run has just ended on this worker, where an event of that would come late. Never rejects.
   * @returns `null` where it is for events to bring it, and for other runs
   */
  ended(run: JobInstance, host?: NodeHost): Promise<void> | null {
    const taken = this.#passOn(run, host);
    return taken === null ? null : taken.then(() => this.#untilPassedOn());
  }

  #passOn(run: JobInstance, host?: NodeHost): Promise<void> | null {
    const { endsComeLate = false } = this.#options;
    if (!endsComeLate || run.part === null || run.trigger.type !== TriggerType.Task) return null;
    return this.#pass(run.part.of, [{ type: "run", run }, ...this.#placeOf(host)]);
  }

  /** Has a task take inputs; never rejects. */
  #pass(id: string, inputs: readonly StepInput[]): Promise<void> {
    const taken = this.#turns
      .submit(id, inputs)
      .catch(this.#options.onError)
      .finally(() => this.#passing.delete(taken));
    this.#passing.add(taken);
    return taken;
  }

  /** Resolves once the tasks around those that have ended have taken that. */
  async #untilPassedOn(): Promise<void> {
    while (this.#passing.size > 0) await Promise.all(this.#passing);
  }

  /** Where events come late, the worker that ended a run begins one of those that follow itself, instead of handing it over. */
  #placeOf(host?: NodeHost): readonly StepInput[] {
    return this.#options.endsComeLate !== true || host === undefined ? [] : [{ type: "host", host }];
  }

  /**
   * Looks at tasks: has ends and cancels counted that were missed, does what is still owed, and takes what is due. Runs that
   * are no open tasks stay as they are.
   */
  async settle(runs: readonly JobInstance[]): Promise<void> {
    await this.#settle(runs);
    await this.#untilPassedOn();
  }

  async #settle(runs: readonly JobInstance[]): Promise<void> {
    const open = runs.filter(isUnderWay);
    for (let from = 0; from < open.length; from += READ_TOGETHER) {
      const some = open.slice(from, from + READ_TOGETHER);
      const tasks = await this.reader.openMany(some);
      for (const [index, run] of some.entries()) await this.#lookInto(run, tasks[index] ?? null);
    }
  }

  /** Goes on with tasks for which something is due; resolves to when the next one is, or to `null`. */
  async takeDue(limit: number): Promise<Date | null> {
    const { tenant, store, clock } = this.#options;
    for (;;) {
      const due = await store.tasks.due(tenant, limit);
      const now = clock.now();
      const over = due.filter(({ dueAt }) => dueAt <= now);
      await Promise.all(over.map(({ id }) => this.#lookAt(id)));
      const next = due.find(({ dueAt }) => dueAt > now);
      this.#nextDueMs = next?.dueAt.getTime() ?? Infinity;
      if (next !== undefined || over.length === 0) return next?.dueAt ?? null;
    }
  }

  /** Has a task do what is asked; resolves to why it cannot, or to `null` once it is written. */
  async operate(run: JobInstance, operation: TaskOperation): Promise<Refused | null> {
    const { plans } = this.#options;
    const refusal = await refusalNow(plans, await this.read(run.id), operation);
    if (refusal !== null) return refusal;
    await this.#turns.submit(run.id, [operation]);
    if (operation.type !== "migrate") return this.#refusals.of(operation);
    // Nodes may have been reached in the meantime that keep it from that.
    const task = await this.read(run.id);
    return task?.state.version === operation.version ? null : refusalNow(plans, task, operation);
  }

  /** A task as it is; `null` for a run that is none, or is not there. */
  read(id: string): Promise<OpenTask | null> {
    return this.reader.read(id);
  }

  /** The runs that its nodes had, in the order of their beginnings. */
  async runsOf(run: JobInstance): Promise<readonly JobInstance[]> {
    const task = await this.reader.open(run);
    if (task === null) return [];
    const names = namesIn(await this.reader.log(task));
    return (await this.#nodeRuns.read(task, names)).filter((one) => one !== null);
  }

  /** Makes steps until all of this has been taken, and what followed from it at once. */
  async #step(id: string, given: readonly StepInput[]): Promise<void> {
    let taken = given;
    for (let tries = 0; tries < MOST_TRIES && taken.length > 0; tries += 1) {
      const recalled = await this.reader.recall(id);
      const before = recalled ?? (await this.reader.readUnderWay(id));
      if (before === null) return this.#refusals.noteAll(taken, TaskRefusal.Ended);
      const [task, inputs] = await this.#migrate(before, taken);
      const step = await this.#decide(task, await this.#eventsOf(task, inputs));
      const dueAt = nextLookAt(task, step.state);
      if (!(await this.#write(step, dueAt))) {
        if (step.facts.length === 0) this.#refusals.note(taken, step.refused);
        else this.#refusals.noteAll(taken, TaskRefusal.Stale);
        // Where nothing follows from what this process knew, it may from what others did since.
        if (step.facts.length === 0 && recalled === null) return;
        this.reader.noteShared(id);
        continue;
      }
      this.#refusals.note(taken, step.refused);
      const run = await this.#showWait({ ...task, state: step.state });
      this.reader.remember(run, step.state);
      this.#noteDue(dueAt);
      const hosts = taken.flatMap((input) => (input.type === "host" ? [input.host] : []));
      taken = await this.#do({ ...task, state: step.state }, step.owes, hosts);
      // The rest of a long step is made together with what comes meanwhile, such as a cancel.
      if (dueAt !== null && dueAt <= this.#options.clock.now()) void this.#pass(id, [{ type: "timer" }]);
    }
  }

  /** Writes a step that says something; resolves to whether it did. */
  async #write({ facts, state }: TaskStep, dueAt: Date | null): Promise<boolean> {
    return facts.length > 0 && this.#steps.submit({ facts, state, dueAt });
  }

  /** Has the task's run show what it waits for; resolves to the run as it is then. */
  async #showWait(task: OpenTask): Promise<JobInstance> {
    const change = showWait(task, this.#options.clock.now());
    if (change === null) return task.run;
    await this.#runs.update([change]);
    return withShownWait(task.run, change);
  }

  /** Has the step made by the version that somebody asks for, where nothing speaks against it. */
  async #migrate(
    task: OpenTask,
    inputs: readonly StepInput[],
  ): Promise<readonly [OpenTask, readonly StepInput[]]> {
    const asked = inputs.find((input) => input.type === "migrate");
    if (asked === undefined) return [task, inputs];
    const others = inputs.filter((input) => input.type !== "migrate");
    const migration = await planMigration(this.#options.plans, task, asked.version);
    return "refusal" in migration ? [task, others] : [{ ...task, plan: migration.plan }, [asked, ...others]];
  }

  /** Events, and those of runs that have ended: a run that succeeded says all of it in its summary, as a rule. */
  async #eventsOf(task: OpenTask, inputs: readonly StepInput[]): Promise<readonly TaskEvent[]> {
    const events: TaskEvent[] = [];
    const ids: string[] = [];
    for (const input of inputs) {
      if (input.type === "host") continue;
      if (input.type !== "run") events.push(input);
      else if (isPlainSuccess(task, input.run))
        events.push({ type: "ended", run: input.run.part?.name ?? "", state: "Succeeded" });
      else ids.push(input.run.id);
    }
    if (ids.length === 0) return events;
    const records = await this.#runs.get(this.#options.tenant, ids);
    return [...events, ...(await endsOf(task, records, this.values))];
  }

  /** Has the duty look earlier, where that is sooner than all that was due before. */
  #noteDue(dueAt: Date | null): void {
    if (dueAt === null || dueAt.getTime() >= this.#nextDueMs) return;
    this.#nextDueMs = dueAt.getTime();
    for (const listener of this.#listeners) listener();
  }

  async #decide(task: OpenTask, events: readonly TaskEvent[]): Promise<TaskStep> {
    const at = this.#options.clock.now();
    let values = await this.values.initial(task);
    let evaluated: readonly Evaluated[] = [];
    for (;;) {
      const parts = { plan: task.plan, state: task.state, values, at, evaluated };
      const turn = this.#loopTurns.inTurn(() => advance(parts, events));
      const step = turn instanceof Promise ? await turn : turn;
      if (!("needs" in step)) return step;
      ({ evaluated } = step);
      if (step.needs.length === 0) continue;
      // Before its first step a task has no node; those that it takes over it has by the state within that step.
      const state = task.state.rev === 0 ? step.state : task.state;
      values = await this.values.add({ ...task, state }, values, step.needs);
    }
  }

  /** Does what is owed; resolves to events that follow from it at once. */
  async #do(
    task: OpenTask,
    owes: readonly Owed[],
    hosts: readonly NodeHost[] = [],
  ): Promise<readonly TaskEvent[]> {
    const runs = owes.filter((owed) => owed.type === "run");
    const cancels = owes.filter((owed) => owed.type === "cancel").map(({ name }) => name);
    const events = runs.length === 0 ? [] : await this.#nodeRuns.begin(task, runs, hosts);
    if (cancels.length > 0) await this.#settle(await this.#nodeRuns.cancel(task, cancels));
    for (const owed of owes) {
      const ended = owed.type === "end" ? await this.#ends.end(task, owed) : null;
      // Not waited for: the task around it may be in the step that has this one end.
      if (ended !== null) void this.#passOn(ended, hosts[0]);
    }
    return events;
  }

  async #lookAt(id: string): Promise<void> {
    const [run] = await this.#runs.get(this.#options.tenant, [id]);
    if (run && isUnderWay(run)) await this.#look(run);
  }

  async #look(run: JobInstance): Promise<void> {
    await this.#lookInto(run, await this.reader.open(run));
  }

  async #lookInto(run: JobInstance, task: OpenTask | null): Promise<void> {
    if (task === null) return this.#endWithoutJob(run);
    const { plan, state } = task;
    if (isToBegin(task)) {
      await this.#turns.submit(run.id, [await beginningOf(run, this.reader)]);
      if (run.cancelRequestedAt !== null) await this.#lookAt(run.id);
      return;
    }
    await this.#showWait(task);
    const open = openRuns(plan, state).map(runName);
    const records = await this.#nodeRuns.read(task, open);
    const isOwing = state.phase === TaskPhase.Ended || records.includes(null) || state.cause !== undefined;
    const followUps = isOwing
      ? await this.#do(task, owedByLog(plan, state, await this.reader.log(task)))
      : [];
    const ended = await endsOf(task, records, this.values);
    await this.#turns.submit(run.id, [...followUps, ...ended, ...dueEvents(task, this.#options.clock.now())]);
  }

  /** Ends a task whose job was deleted: nothing says any more how it would go on. */
  async #endWithoutJob(run: JobInstance): Promise<void> {
    await this.#settle(await this.#nodeRuns.cancel({ run }, namesIn(await this.reader.log({ run }))));
    await this.#ends.endWithoutJob(run);
  }
}
