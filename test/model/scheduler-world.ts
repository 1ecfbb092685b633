import { isMoJobError, isTerminal, type JobInstance } from "@mojob/core";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import type { Stores } from "../chaos/faults/intercept.ts";
import type { Fingerprint, ModelWorld } from "./explorer.ts";
import { type HeldRequest, HeldRequests } from "./held-requests.ts";
import { type HeldWrite, HeldWrites } from "./held-writes.ts";
import { Mishaps } from "./mishaps.ts";
import { type ClusterSurroundings, ModelCluster, TENANT } from "./model-cluster.ts";
import { CHILD, fireIds, GRACE_MS, JOB, LAPSE_MS, RATE_MS, TIMEOUT_MS, WAIT_MS } from "./model-job.ts";
import {
  PLANES,
  PROCESSES,
  type PlaneName,
  type ProcessName,
  type WorkerName,
  WORKERS,
} from "./processes.ts";
import { runName } from "./run-name.ts";
import { RunningCode } from "./running-code.ts";
import { createStep, type Step } from "./step.ts";
import { WorldFingerprint, type WorldState } from "./world-fingerprint.ts";
import { type ResolvedWorldOptions, resolveWorldOptions, type WorldOptions } from "./world-options.ts";
import type { AnsweredCancel, Triggered, WorldEvidence } from "./judges/judge.ts";
import { WorldJudge } from "./world-judge.ts";

/**
 * Two control planes and two workers, of the core's own code, over one store in memory: every write of a run, every
 * delivery, every end of a job's code and every mishap is a step of its own, in any order.
 */
export class SchedulerWorld implements ModelWorld {
  readonly #options: ResolvedWorldOptions;
  /** The ids of its runs. */
  readonly #runs: readonly string[];
  readonly #workers: readonly WorkerName[];
  readonly #clock: FakeClock = createFakeClock();
  readonly #stores: Stores = {
    store: new MetadataStoreInMemoryProvider(),
    state: new StateStoreInMemory({ clock: this.#clock }),
  };
  readonly #dead = new Set<ProcessName>();
  readonly #writes = new HeldWrites(this.#stores, this.#dead);
  readonly #requests = new HeldRequests();
  readonly #code = new RunningCode(this.#clock);
  readonly #mishaps: Mishaps;
  readonly #judge: WorldJudge;
  readonly #fingerprint: WorldFingerprint;
  readonly #surroundings: ClusterSurroundings;
  readonly #cluster: ModelCluster;
  /** What each plane has yet to fire, in its own time. */
  readonly #toFire: Readonly<Record<PlaneName, string[]>>;
  readonly #cancels: AnsweredCancel[] = [];
  /** The steps there are since the last one. */
  #offered: readonly Step[] | null = null;
  readonly #triggered: Triggered[] = [];
  #isPaused = false;
  /** When the last pause ended. */
  #resumedAtMs = -Infinity;
  /** What was delivered since. */
  readonly #heldBack = new Set<string>();
  #records: readonly JobInstance[] = [];

  private constructor(options: ResolvedWorldOptions) {
    this.#options = options;
    this.#runs = fireIds(options.fires);
    this.#workers = WORKERS.slice(0, options.workers);
    this.#mishaps = new Mishaps(options);
    this.#judge = new WorldJudge(options);
    this.#fingerprint = new WorldFingerprint(options.isSymmetric);
    this.#surroundings = {
      options,
      clock: this.#clock,
      writes: this.#writes,
      requests: this.#requests,
      code: this.#code,
    };
    this.#cluster = new ModelCluster(this.#surroundings);
    const { firesOnce, isTriggered } = options;
    // Two planes fire the same runs, and are asked for different ones.
    const isOf = (plane: number, index: number): boolean =>
      isTriggered && !firesOnce ? index % PLANES.length === plane : plane === 0 || !firesOnce;
    this.#toFire = {
      "plane-0": this.#runs.filter((_, index) => isOf(0, index)),
      "plane-1": this.#runs.filter((_, index) => isOf(1, index)),
    };
  }

  /** Resolves to how worlds with these options are made: what all of them begin with is made once. */
  static async prepare(options: WorldOptions): Promise<() => Promise<SchedulerWorld>> {
    const resolved = resolveWorldOptions(options);
    const first = new SchedulerWorld(resolved);
    first.#writes.isFree = true;
    await first.#cluster.register();
    const definitions = await first.#stores.store.definitions.getMany(TENANT, [JOB, CHILD]);
    return async () => {
      const world = new SchedulerWorld(resolved);
      await world.#stores.store.definitions.register(definitions);
      world.#writes.isFree = true;
      await world.#cluster.appear();
      world.#writes.isFree = false;
      return world;
    };
  }

  choices(): readonly string[] {
    return this.#steps().map(({ text }) => text);
  }

  async take(choice: string): Promise<void> {
    const step = this.#steps().find(({ text }) => text === choice);
    if (step === undefined) throw new Error(`There is no step "${choice}"`);
    this.#offered = null;
    const [, verb = ""] = choice.split(" ");
    this.#options.taken.set(verb, (this.#options.taken.get(verb) ?? 0) + 1);
    await step.take();
    await this.#settle();
    this.#judge.note(this.#evidence());
    this.#lookForPassedOver();
  }

  fingerprint(): Fingerprint {
    const state: WorldState = {
      ...this.#surroundings,
      ...this.#evidence(),
      mishaps: this.#mishaps,
      memory: this.#judge.memory(),
      isTimed: this.#options.lapses > 0,
      isOrdered: this.#options.isOrdered,
      dead: this.#dead,
      toFire: PLANES.map((name) => this.#toFire[name].length),
      placeOf: (executor) =>
        this.#workers.find((name) => this.#cluster.executorOf(name) === executor) ?? executor,
    };
    return this.#fingerprint.of(state, this.choices());
  }

  complaints(): readonly string[] {
    return this.#judge.complaints(this.#evidence());
  }

  /** The next firing window, the reconciler and a worker that is still there go on until every run has ended. */
  async rest(): Promise<readonly string[]> {
    const complaints = this.#mishaps.areNone ? this.#judge.complaintsBeforeRest(this.#evidence()) : [];
    const { isTriggered, endsWaits, pauses, rate, lapses, hasChild, broadcasts } = this.#options;
    this.#writes.isFree = true;
    const cluster = new ModelCluster(this.#surroundings);
    if (!isTriggered) await cluster.fire("plane-0", this.#runs);
    await this.#resume(cluster, "plane-0");
    if (endsWaits) await this.#endWaits(cluster);
    for (let rounds = 0; rounds < 10; rounds += 1) {
      await this.#settle();
      if (hasChild || broadcasts) await cluster.follow("plane-0");
      await this.#settle();
      const open = this.#openRuns();
      if (open.length === 0) break;
      this.#requests.clear();
      await cluster.recover("plane-0", open);
      if (pauses > 0) await cluster.look("plane-0");
      // The next may begin by then.
      if (rate !== null) await this.#clock.advance(RATE_MS);
      if (lapses > 0) await this.#clock.advance(LAPSE_MS);
      await this.#settle();
      const executed = cluster.execute("worker-0", this.#requests.waiting);
      for (let ends = 0; ends < 4; ends += 1) {
        await this.#settle();
        for (const attempt of this.#code.running) attempt.end();
      }
      await executed;
    }
    await this.#settle();
    this.#judge.note(this.#evidence());
    return [
      ...complaints,
      ...this.complaints(),
      ...this.#judge.complaintsAtRest(this.#runs, this.#evidence()),
    ];
  }

  /** No worker comes: whatever waits ends. */
  async #endWaits(cluster: ModelCluster): Promise<void> {
    await this.#settle();
    await this.#clock.advance(WAIT_MS);
    await cluster.endWaits("plane-0");
    await this.#settle();
    for (const { id, state } of this.#records)
      if (state === "Enqueued") this.#judge.object(`${runName(id)} waits, and its time is over`);
  }

  #steps(): readonly Step[] {
    return (this.#offered ??= this.#possibleSteps());
  }

  #possibleSteps(): readonly Step[] {
    return [
      ...PLANES.filter((name) => this.#lives(name) && this.#toFire[name].length > 0).map((name) =>
        createStep(`${name} fires`, () => this.#fire(name)),
      ),
      ...this.#writes.waiting.map((write) =>
        createStep(`${write.process} does ${write.what}`, () => write.let()),
      ),
      ...this.#deliverable().flatMap((held) =>
        this.#workers
          .filter((name) => this.#lives(name) && this.#isFor(name, held))
          .map((name) => createStep(`${name} gets ${held.name}`, () => this.#deliver(name, held))),
      ),
      ...this.#code.running.map((attempt) =>
        createStep(`${attempt.process} returns from ${attempt.name}`, () => attempt.end()),
      ),
      ...(this.#isPaused && this.#lives("plane-1")
        ? [
            createStep("plane-1 resumes the job", () => {
              begin(this.#resume(this.#cluster, "plane-1"));
            }),
          ]
        : []),
      ...this.#mishapSteps(),
    ];
  }

  #mishapSteps(): readonly Step[] {
    const open = this.#openRuns();
    return [
      ...this.#mishaps.allow(
        "crashes",
        PROCESSES.filter((name) => this.#lives(name)).map((name) =>
          createStep(`${name} crashes`, () => this.#crash(name)),
        ),
      ),
      ...this.#mishaps.allow(
        "mistakenLosses",
        open
          .filter(({ state }) => state === "Processing")
          .map((run) =>
            createStep(`plane-1 gives up ${runName(run.id)}`, () =>
              begin(this.#cluster.recover("plane-1", [run])),
            ),
          ),
      ),
      ...this.#mishaps.allow(
        "cancels",
        open.map(({ id }) =>
          createStep(`plane-1 cancels ${runName(id)}`, () => void this.#cancel("plane-1", id)),
        ),
      ),
      ...this.#mishaps.allow(
        "timeouts",
        // The timeout, and the grace of code that does not listen.
        this.#code.running
          .slice(0, 1)
          .map(() => createStep("time runs out", () => this.#clock.advance(TIMEOUT_MS + 100))),
      ),
      ...this.#mishaps.allow(
        "snoozes",
        this.#code.running.map((attempt) =>
          createStep(`${attempt.process} snoozes ${attempt.name}`, () => attempt.snooze()),
        ),
      ),
      ...this.#mishaps.allow("pauses", [createStep("plane-1 pauses the job", () => this.#pause("plane-1"))]),
      ...this.#mishaps.allow("lapses", [createStep("time passes", () => this.#clock.advance(LAPSE_MS))]),
      ...this.#mishaps.allow("looks", [createStep("plane-1 looks", () => this.#look("plane-1"))]),
      ...this.#mishaps.allow(
        "follows",
        PLANES.filter((name) => this.#lives(name)).map((name) =>
          createStep(`${name} follows`, () => begin(this.#cluster.follow(name))),
        ),
      ),
      ...this.#mishaps.allow("edits", [
        createStep("plane-1 disables the job", () => this.#cluster.disable("plane-1")),
      ]),
      ...this.#mishaps.allow("raises", [
        createStep("plane-1 raises the limit", () => begin(this.#cluster.raise("plane-1"))),
      ]),
      ...this.#mishaps.allow(
        "lostAnswers",
        this.#writes.waiting
          .filter(({ process }) => process.startsWith("worker"))
          .map((write) =>
            createStep(`${write.process} loses the answer of ${write.what}`, () => this.#lose(write)),
          ),
      ),
    ];
  }

  #fire(name: PlaneName): void {
    const { isOrdered, isTriggered } = this.#options;
    const ids = this.#toFire[name].splice(0, isOrdered ? Infinity : 1);
    if (!isTriggered) begin(this.#cluster.fire(name, ids));
    else for (const id of ids) begin(this.#trigger(name, id));
  }

  async #trigger(name: PlaneName, id: string): Promise<void> {
    const index = this.#triggered.length;
    const one: Triggered = {
      id,
      atMs: this.#clock.now().getTime(),
      answer: undefined,
      after: this.#triggered.filter(({ answer }) => answer !== undefined).map((other) => other.id),
      begun: this.#records.filter(({ attempt }) => attempt > 0).map((run) => run.id),
    };
    this.#triggered.push(one);
    const answer = await this.#cluster.trigger(name, id).catch((error: unknown) => {
      if (isMoJobError(error, "waiting_limit")) return null;
      throw error;
    });
    this.#triggered[index] = { ...one, answer };
  }

  /** Where nothing is written or delivered, and nothing goes wrong, a slot is not free while runs wait for it. */
  #lookForPassedOver(): void {
    const { whenFull, rate, pauses, maxConcurrency, raises } = this.#options;
    const isJudged = whenFull === "queue" && rate === null && pauses === 0 && this.#mishaps.areNone;
    if (!isJudged || this.#writes.waiting.length > 0 || this.#deliverable().length > 0) return;
    const limit = maxConcurrency + (raises - this.#mishaps.count("raises"));
    for (const [lane, runs] of Map.groupBy(this.#openRuns(), (run) => run.lane)) {
      const running = runs.filter(({ state }) => state === "Processing").length;
      if (running < Math.min(limit, runs.length))
        this.#judge.object(`${runs.length - running} runs wait in lane ${lane}, and it has a free slot`);
    }
  }

  /** What may arrive next. */
  #deliverable(): readonly HeldRequest[] {
    const { debounces, isOrdered } = this.#options;
    const now = this.#clock.now();
    const waiting = this.#requests.waiting.filter(
      ({ request: { dueAt, jobKey } }) =>
        jobKey !== CHILD && (!debounces || dueAt === null || new Date(dueAt) <= now),
    );
    return isOrdered ? waiting.slice(0, 1) : waiting;
  }

  #isFor(name: WorkerName, { executor }: HeldRequest): boolean {
    return executor === null || executor === this.#cluster.executorOf(name);
  }

  #deliver(worker: WorkerName, held: HeldRequest): void {
    if (this.#mishaps.may("repeats")) this.#mishaps.spend("repeats");
    else this.#requests.remove(held);
    if (this.#isPaused) this.#heldBack.add(held.name);
    begin(this.#cluster.execute(worker, [held]));
  }

  #pause(name: PlaneName): void {
    const waited = this.#records.filter(({ state, attempt }) => state === "Enqueued" && attempt === 0);
    const paused = async (): Promise<void> => {
      await this.#cluster.pause(name);
      this.#isPaused = true;
      if (this.#options.pauseTo !== "cancel") return;
      const ids = waited.map(({ id }) => id);
      for (const run of await this.#stores.store.instances.get(TENANT, ids))
        if (run?.state === "Enqueued") this.#judge.object(`${runName(run.id)} still waits after the pause`);
    };
    begin(paused());
  }

  async #resume(cluster: ModelCluster, name: PlaneName): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#resumedAtMs = this.#clock.now().getTime();
    this.#heldBack.clear();
    await cluster.resume(name);
  }

  /** The duty ends what has waited for too long, nothing that a pause holds or held until now, and no fire that waits for a slot. */
  async #look(name: PlaneName): Promise<void> {
    const before = new Set(this.#writes.waiting);
    const misfired = this.#options.misfires ? this.#misfired() : null;
    begin(this.#cluster.endWaits(name));
    await this.#settle();
    const ended = this.#writes.waiting
      .filter((write) => write.process === name && !before.has(write))
      .flatMap(({ runs }) => runs);
    if (misfired !== null) {
      const names = (ids: readonly string[]): string => ids.map(runName).toSorted().join(" ") || "nothing";
      if (names(ended) !== names(misfired))
        this.#judge.object(`${names(misfired)} misfired, and ${names(ended)} is skipped`);
      return;
    }
    for (const id of ended) {
      const heldMs = this.#clock.now().getTime() - this.#resumedAtMs;
      if (this.#isPaused || heldMs < WAIT_MS)
        this.#judge.object(`${runName(id)} is ended by its wait, and a pause holds it or has just ended`);
    }
  }

  /** The fires that nothing but the lack of a worker has kept from beginning for too long: to wait for a slot is no misfire. */
  #misfired(): readonly string[] {
    const nowMs = this.#clock.now().getTime();
    return this.#records
      .filter(
        ({ state, attempt, reason, enqueuedAt }) =>
          state === "Enqueued" &&
          attempt === 0 &&
          reason === null &&
          enqueuedAt !== null &&
          nowMs - enqueuedAt.getTime() > GRACE_MS,
      )
      .map(({ id }) => id);
  }

  #crash(name: ProcessName): void {
    this.#dead.add(name);
    this.#writes.drop(name);
    this.#code.drop(name);
  }

  async #cancel(name: PlaneName, id: string): Promise<void> {
    this.#cancels.push({ id, answer: await this.#cluster.cancel(name, id) });
  }

  async #lose(write: HeldWrite): Promise<void> {
    await write.lose();
    // A caller that repeats it waits before it does.
    await this.#settle();
    await this.#clock.advance(300);
  }

  #evidence(): WorldEvidence {
    return {
      records: this.#records,
      effects: this.#code.effects,
      cancels: this.#cancels,
      heldBack: this.#heldBack,
      triggered: this.#triggered,
      admitting: this.#writes.admitting(this.#records),
      isPaused: this.#isPaused,
      resumedAtMs: this.#resumedAtMs,
    };
  }

  #openRuns(): readonly JobInstance[] {
    return this.#records.filter(({ state }) => !isTerminal(state));
  }

  #lives(name: ProcessName): boolean {
    return !this.#dead.has(name);
  }

  async #settle(): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1)
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    const ids = this.#writes.led.size === 0 ? this.#runs : [...this.#runs, ...this.#writes.led];
    const found = await this.#stores.store.instances.get(TENANT, ids);
    this.#records = found.filter((run) => run !== null);
  }
}

/** What comes of it is seen in the records, also where a process dies or is refused. */
function begin(work: Promise<void>): void {
  work.catch(() => {});
}
