import { isTerminal, type JobInstance } from "@mojob/core";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import type { Stores } from "../chaos/faults/intercept.ts";
import type { ModelWorld } from "./explorer.ts";
import { type HeldRequest, HeldRequests } from "./held-requests.ts";
import { type HeldWrite, HeldWrites } from "./held-writes.ts";
import { Mishaps } from "./mishaps.ts";
import { type ClusterSurroundings, ModelCluster, TENANT } from "./model-cluster.ts";
import { fireIds, RATE_MS, TIMEOUT_MS } from "./model-job.ts";
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
import { WorldFingerprint } from "./world-fingerprint.ts";
import { type ResolvedWorldOptions, resolveWorldOptions, type WorldOptions } from "./world-options.ts";
import { type AnsweredCancel, type WorldEvidence, WorldJudge } from "./world-judge.ts";

/**
 * Two control planes and two workers, of the core's own code, over one store in memory: every write of a run, every
 * delivery, every end of a job's code and every mishap is a step of its own, in any order.
 */
export class SchedulerWorld implements ModelWorld {
  readonly #options: ResolvedWorldOptions;
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
  #isPaused = false;
  /** What was delivered since. */
  readonly #heldBack = new Set<string>();
  #records: readonly JobInstance[] = [];

  private constructor(options: ResolvedWorldOptions) {
    this.#options = options;
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
    this.#toFire = { "plane-0": [...this.#runs()], "plane-1": options.firesOnce ? [] : [...this.#runs()] };
  }

  static async create(options: WorldOptions): Promise<SchedulerWorld> {
    const world = new SchedulerWorld(resolveWorldOptions(options));
    await world.#open();
    return world;
  }

  async #open(): Promise<void> {
    this.#writes.isFree = true;
    await this.#cluster.register();
    await this.#settle();
    this.#writes.isFree = false;
  }

  choices(): readonly string[] {
    return this.#steps().map(({ text }) => text);
  }

  async take(choice: string): Promise<void> {
    const step = this.#steps().find(({ text }) => text === choice);
    if (step === undefined) throw new Error(`There is no step "${choice}"`);
    const [, verb = ""] = choice.split(" ");
    this.#options.taken.set(verb, (this.#options.taken.get(verb) ?? 0) + 1);
    await step.take();
    await this.#settle();
  }

  fingerprint(): string {
    return this.#fingerprint.of({
      ...this.#surroundings,
      ...this.#evidence(),
      mishaps: this.#mishaps,
      dead: this.#dead,
      isPaused: this.#isPaused,
      toFire: PLANES.map((name) => this.#toFire[name].length),
    });
  }

  complaints(): readonly string[] {
    return this.#judge.complaints(this.#evidence());
  }

  /** The next firing window, the reconciler and a worker that is still there go on until every run has ended. */
  async rest(): Promise<readonly string[]> {
    const complaints = this.#mishaps.areNone ? this.#judge.complaintsBeforeRest(this.#evidence()) : [];
    this.#writes.isFree = true;
    const cluster = new ModelCluster(this.#surroundings);
    await cluster.fire("plane-0", this.#runs());
    await this.#resume(cluster, "plane-0");
    for (let rounds = 0; rounds < 10; rounds += 1) {
      await this.#settle();
      const open = this.#openRuns();
      if (open.length === 0) break;
      this.#requests.clear();
      await cluster.recover("plane-0", open);
      if (this.#options.pauses > 0) await cluster.look("plane-0");
      // The next may begin by then.
      if (this.#options.rate !== null) await this.#clock.advance(RATE_MS);
      await this.#settle();
      const executed = cluster.execute(
        "worker-0",
        this.#requests.waiting.map(({ request }) => request),
      );
      for (let ends = 0; ends < 4; ends += 1) {
        await this.#settle();
        for (const attempt of this.#code.running) attempt.end();
      }
      await executed;
    }
    await this.#settle();
    return [
      ...complaints,
      ...this.complaints(),
      ...this.#judge.complaintsAtRest(this.#runs(), this.#evidence()),
    ];
  }

  #steps(): readonly Step[] {
    return [
      ...PLANES.filter((name) => this.#lives(name) && this.#toFire[name].length > 0).map((name) =>
        createStep(`${name} fires`, () => this.#fire(name)),
      ),
      ...this.#writes.waiting.map((write) =>
        createStep(`${write.process} does ${write.what}`, () => write.let()),
      ),
      ...this.#requests.waiting.flatMap((held) =>
        WORKERS.filter((name) => this.#lives(name)).map((name) =>
          createStep(`${name} gets ${held.name}`, () => this.#deliver(name, held)),
        ),
      ),
      ...this.#code.running.map((attempt) =>
        createStep(`${attempt.process} returns from ${attempt.name}`, () => attempt.end()),
      ),
      ...(this.#isPaused
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
      ...this.#mishaps.allow("edits", [
        createStep("plane-1 disables the job", () => this.#cluster.disable("plane-1")),
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
    const id = this.#toFire[name].shift();
    if (id !== undefined) begin(this.#cluster.fire(name, [id]));
  }

  #deliver(worker: WorkerName, held: HeldRequest): void {
    if (this.#mishaps.may("repeats")) this.#mishaps.spend("repeats");
    else this.#requests.remove(held);
    if (this.#isPaused) this.#heldBack.add(held.name);
    begin(this.#cluster.execute(worker, [held.request]));
  }

  async #pause(name: PlaneName): Promise<void> {
    await this.#cluster.pause(name);
    this.#isPaused = true;
  }

  async #resume(cluster: ModelCluster, name: PlaneName): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#heldBack.clear();
    await cluster.resume(name);
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
    };
  }

  #runs(): readonly string[] {
    return fireIds(this.#options.fires);
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
    const found = await this.#stores.store.instances.get(TENANT, this.#runs());
    this.#records = found.filter((run) => run !== null);
  }
}

/** What comes of it is seen in the records, also where a process dies or is refused. */
function begin(work: Promise<void>): void {
  work.catch(() => {});
}
