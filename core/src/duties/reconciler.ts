import { GroupCommit } from "../base/batching/group-commit.ts";
import { LoopTurns } from "../base/batching/loop-turns.ts";
import { type Clock, sleep } from "../base/clock.ts";
import { neverAborted } from "../base/never-aborted.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { type JobInstance, TriggerType } from "../model/instance/job-instance.ts";
import { endWithoutJob } from "../model/instance/end-without-job.ts";
import { JobState } from "../model/instance/job-state.ts";
import { isHeld, isParked, runsInParts, waitsForEnd, waitsForSlot } from "../model/instance/lane.ts";
import { mayHaveWaiting } from "../model/waiting/may-have-waiting.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import { canRun } from "../placement/can-run.ts";
import { liveSince } from "../placement/liveness.ts";
import { Composites } from "../dispatch/composite/composites.ts";
import { dispatchAgain, type DispatchAgainOptions } from "../dispatch/dispatch-again.ts";
import { release } from "../waiting/release/release-held.ts";
import { noLongerInTheWay } from "../dispatch/runs-in-the-way.ts";
import { moveToLanes } from "../waiting/line/move-to-lanes.ts";
import { giveTurns } from "../waiting/turns/give-turns.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Router } from "../dispatch/router.ts";
import { giveBackSlotsOfDead } from "./slots-of-dead.ts";
import { LostAttempts } from "./lost-attempts.ts";
import { CodeArrivals } from "./code-arrivals.ts";
import type { Duty } from "./duty.ts";
import { NOT_BEGUN, openPages } from "../waiting/open-runs.ts";
import { endLateFires } from "../waiting/overdue/late-fires.ts";

/** How long it rests after it has looked for a worker that came. */
const AFTER_ARRIVAL_MS = 1000;
/** Runs that had begun come first, because they hold slots and many others may wait. */
const IN_TURN: readonly (readonly JobState[])[] = [[JobState.Processing], NOT_BEGUN];

export interface ReconcilerOptions extends Pick<DispatchAgainOptions, "onFailed"> {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  /** @default runs stay with their executors */
  readonly router?: Router;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** How long an open run may stand still before it is looked at. @default 10_000 */
  readonly unmovedMs?: number;
  /** How often it looks. @default 10_000 */
  readonly everyMs?: number;
}

/** The state of a look at all open runs, kept from page to page. */
interface Pass {
  readonly unmovedSince: Date;
  readonly executors: readonly ExecutorRecord[];
  /** Jobs whose runs are looked at whenever they moved. */
  readonly arrived: ReadonlySet<string>;
  /** Whether a worker has the code of a job, by its key: thousands of runs may wait for one. */
  readonly runnable: Map<string, boolean>;
  /** Runs that it made go on. */
  readonly moved: Set<string>;
  /** The lanes in which turns were given, whose runs may fill many pages. */
  readonly lanes: Set<string>;
  /** The lanes in which runs wait that were held: turns are given once all of them do. */
  readonly freed: Set<string>;
  /** Jobs whose late fires were ended, and those fires. */
  readonly judged: Set<string>;
  readonly ended: Set<string>;
}

/**
 * Finds open runs that no dispatch delivers any more and makes them go on: a run that was never dispatched or was lost on
 * the way is dispatched again, an attempt whose worker died has failed. A worker that comes with code no other has makes
 * the next pass due at once, for the runs that waited for it.
 */
export class Reconciler implements Duty {
  readonly name = "recover";
  readonly everyMs: number;
  readonly #options: ReconcilerOptions;
  readonly #unmovedMs: number;
  readonly #arrivals = new CodeArrivals();
  readonly #composites: Composites;
  readonly #lostAttempts: LostAttempts;
  readonly #came: GroupCommit<AbortSignal, null>;
  #begunAt: Date;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#composites = new Composites({ ...options, store: options.store.instances });
    this.#lostAttempts = new LostAttempts(options);
    this.#came = new GroupCommit(async (signals) => {
      const signal = signals.at(-1) ?? neverAborted;
      if (!signal.aborted) await this.#look(signal, (arrived) => arrived.size > 0);
      await sleep(options.clock, AFTER_ARRIVAL_MS, signal);
      return signals.map(() => null);
    });
    this.#begunAt = options.clock.now();
    this.everyMs = options.everyMs ?? 10_000;
    this.#unmovedMs = options.unmovedMs ?? 10_000;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#look(signal, () => true);
  }

  /**
   * A worker has just come: the runs that waited for its code go on. Calls that come while one looks are looked at together, and
   * at most once a second, because workers may come and leave again without end.
   */
  workerCame(signal: AbortSignal): Promise<void> {
    return this.#came.submit(signal).then(() => {});
  }

  async #look(signal: AbortSignal, isDue: (arrived: ReadonlySet<string>) => boolean): Promise<void> {
    const { tenant, store, cache, clock } = this.#options;
    const now = clock.now();
    const [executors, jobs] = await Promise.all([
      store.executors.list(tenant, liveSince(now)),
      cache.getAll(),
    ]);
    const arrived = await LoopTurns.of(clock, tenant).run(this.#arrivals.take(executors, jobs, now));
    if (signal.aborted || !isDue(arrived)) return;
    await this.#reconcile(new Date(now.getTime() - this.#unmovedMs), signal, executors, arrived);
  }

  /**
   * Looks at all open runs that have not moved since, oldest first; resolves to how many it made go on. A process that
   * begins alone passes the present: nothing from before it is under way.
   */
  async reconcile(unmovedSince: Date, signal: AbortSignal = neverAborted): Promise<number> {
    const { tenant, store, clock } = this.#options;
    this.#begunAt = clock.now();
    const executors = await store.executors.list(tenant, liveSince(clock.now()));
    return this.#reconcile(unmovedSince, signal, executors, new Set());
  }

  async #reconcile(
    unmovedSince: Date,
    signal: AbortSignal,
    executors: readonly ExecutorRecord[],
    arrived: ReadonlySet<string>,
  ): Promise<number> {
    const { tenant, store, clock } = this.#options;
    await giveBackSlotsOfDead(executors, { ...this.#options, signal });
    const movedBefore = arrived.size > 0 ? clock.now() : unmovedSince;
    const pass: Pass = {
      unmovedSince,
      executors,
      arrived,
      runnable: new Map(),
      moved: new Set(),
      lanes: new Set(),
      freed: new Set(),
      judged: new Set(),
      ended: new Set(),
    };
    for (const states of IN_TURN) {
      for await (const runs of openPages(store.instances, { tenant, states, unmovedSince: movedBefore })) {
        await this.#reconcilePage(runs, pass);
        if (signal.aborted) break;
      }
      if (signal.aborted) break;
    }
    await giveTurns(pass.freed, { ...this.#options, store: store.instances });
    return pass.moved.size;
  }

  async #reconcilePage(runs: readonly JobInstance[], pass: Pass): Promise<void> {
    const { unmovedSince, arrived, moved, judged, ended } = pass;
    const { tenant, store, runtime } = this.#options;
    const unmoved = runs.filter(
      ({ id, updatedAt, jobKey }) => !moved.has(id) && (updatedAt <= unmovedSince || arrived.has(jobKey)),
    );
    for (const id of await this.#endLateFires(unmoved, judged)) ended.add(id);
    // A run that waits for a slot is rightly delivered by nothing: only those whose turn it is are handed over.
    const staying = unmoved.filter(({ id }) => !ended.has(id));
    const left = await moveToLanes(staying, { ...this.#options, store: store.instances });
    const waiting = left.filter(waitsForSlot);
    const released = await noLongerInTheWay(left, tenant, store.instances);
    const others = left.filter((run) => !isParked(run));
    const undelivered = others.length === 0 ? [] : await runtime.findLost(others);
    const held = left.filter(isHeld);
    if (held.length > 0) await this.#releaseHeld(held, pass);
    await this.#composites.settle(left);
    const lost = [
      ...undelivered,
      ...(await this.#misplaced(others, undelivered)),
      ...released,
      ...waiting.filter(({ lane }) => !pass.lanes.has(lane)),
    ];
    await this.#moveOn(lost, pass);
    const asleep = others.filter(
      (run) => arrived.has(run.jobKey) && run.state !== JobState.Processing && !lost.includes(run),
    );
    if (asleep.length > 0) await runtime.wake?.(asleep);
  }

  /** Runs whose executor is gone. What a dead executor has begun is lost where no delivery ends it, and only then. */
  async #misplaced(
    runs: readonly JobInstance[],
    undelivered: readonly JobInstance[],
  ): Promise<readonly JobInstance[]> {
    const misplaced = (await this.#options.router?.misplaced(runs)) ?? [];
    return misplaced.filter((run) => run.state !== JobState.Processing && !undelivered.includes(run));
  }

  /** Makes lost runs go on; one whose code no worker has stays as it is until such a worker comes. */
  async #moveOn(lost: readonly JobInstance[], pass: Pass): Promise<void> {
    const { moved, lanes } = pass;
    const definitions = await this.#options.cache.getMany([...new Set(lost.map(({ jobKey }) => jobKey))]);
    const movable = lost.filter(
      ({ state, jobKey }) => state === JobState.Processing || isRunnable(definitions.get(jobKey), pass),
    );
    await this.#endWithoutJob(lost.filter(({ jobKey }) => !definitions.has(jobKey)));
    await this.recover(movable);
    for (const { id } of movable) moved.add(id);
    for (const { lane } of movable.filter(waitsForSlot)) lanes.add(lane);
  }

  /** Makes open runs that no dispatch delivers go on: waiting ones are dispatched again, the attempts of the others have failed. */
  async recover(lost: readonly JobInstance[]): Promise<void> {
    const begun = lost.filter((run) => run.state === JobState.Processing && !runsInParts(run));
    await this.#lostAttempts.settle(begun, this.#begunAt);
    await this.#composites.settle(lost);
    const { store, cache } = this.#options;
    const options = { ...this.#options, store: store.instances };
    const open = lost.filter(({ state }) => state !== JobState.Processing);
    await dispatchAgain(
      open.filter((run) => !isParked(run) || waitsForEnd(run)),
      options,
    );
    // A dead worker's slots are free, and it gives no turns.
    const definitions =
      lost.length === 0 ? null : await cache.getMany([...new Set(lost.map(({ jobKey }) => jobKey))]);
    const waiting = new Set([...(definitions?.values() ?? [])].filter(mayHaveWaiting).map(({ key }) => key));
    const lanes = lost.filter((run) => waitsForSlot(run) || waiting.has(run.jobKey)).map(({ lane }) => lane);
    await giveTurns(lanes, options);
  }

  /** Runs whose pause is over: it may have ended by itself. */
  async #releaseHeld(held: readonly JobInstance[], { moved, freed }: Pass): Promise<void> {
    const { cache, store } = this.#options;
    const { runs, lanes } = await release(held, { ...this.#options, store: store.instances });
    for (const lane of lanes) freed.add(lane);
    for (const { id } of runs) moved.add(id);
    const jobs = await cache.getMany([...new Set(held.map(({ jobKey }) => jobKey))]);
    await this.#endWithoutJob(held.filter(({ jobKey }) => !jobs.has(jobKey)));
  }

  /** Before a fire goes on that has waited for long, its misfire policy applies; resolves to what it ended. */
  async #endLateFires(runs: readonly JobInstance[], judged: Set<string>): Promise<readonly string[]> {
    const fires = runs.filter(
      ({ state, trigger, jobKey }) =>
        state === JobState.Enqueued && trigger.type === TriggerType.Cron && !judged.has(jobKey),
    );
    if (fires.length === 0) return [];
    const definitions = await this.#options.cache.getMany([...new Set(fires.map(({ jobKey }) => jobKey))]);
    const ended: string[] = [];
    for (const [key, definition] of definitions) {
      judged.add(key);
      const options = { ...this.#options, store: this.#options.store.instances };
      ended.push(...(await endLateFires(definition, options)));
    }
    return ended;
  }

  /** Runs that were created while their job was being removed. */
  async #endWithoutJob(orphans: readonly JobInstance[]): Promise<void> {
    const now = this.#options.clock.now();
    const changes = orphans.flatMap((instance) => endWithoutJob(instance, now) ?? []);
    if (changes.length > 0) await this.#options.store.instances.update(changes);
  }
}

function isRunnable(definition: JobDefinition | undefined, { executors, runnable }: Pass): boolean {
  if (definition === undefined) return false;
  let known = runnable.get(definition.key);
  if (known === undefined) {
    known = executors.some((executor) => canRun(executor, definition));
    runnable.set(definition.key, known);
  }
  return known;
}
