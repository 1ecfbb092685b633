import {
  ControlPlane,
  defineRecurringJob,
  type DispatchBatch,
  type ExecutionRequest,
  fireId,
  type IMoRuntime,
  isMoJobError,
  isTerminal,
  JobCode,
  type JobContext,
  JobExecutor,
  type JobInstance,
  type MoJobScheduler,
  MoJobError,
  MoJobErrorCode,
  registerJobs,
} from "@mojob/core";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { EventBusInMemory, MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { intercept, type Stores } from "../chaos/faults/intercept.ts";
import type { ModelWorld } from "./explorer.ts";
import { complaintsAbout } from "./run-model.ts";

/** How often each thing may go wrong. */
export interface WorldOptions {
  readonly crashes?: number;
  /** A worker is taken for lost while it lives. */
  readonly mistakenLosses?: number;
  readonly cancels?: number;
  readonly timeouts?: number;
  readonly edits?: number;
  /** A write is done and its answer is lost. */
  readonly lostAnswers?: number;
  /** Requests that are delivered a second time. */
  readonly repeats?: number;
  readonly fires?: number;
  readonly retryCount?: number;
  readonly maxConcurrency?: number;
  /** Leaves out what differs from another way by the names of the workers alone. @default false */
  readonly isSymmetric?: boolean;
  /** Shared by all worlds of an exploration: how often each kind of step was taken. */
  readonly taken?: Map<string, number>;
}

const NO_MISHAPS = {
  crashes: 0,
  mistakenLosses: 0,
  cancels: 0,
  timeouts: 0,
  edits: 0,
  lostAnswers: 0,
  repeats: 0,
} as const;
const TENANT = "default";
const JOB = "tick";
const TIMEOUT_MS = 1000;
const PROCESSES = ["plane-0", "plane-1", "worker-0", "worker-1"] as const;
type ProcessName = (typeof PROCESSES)[number];

/** A write on its way to the store. */
interface Waiting {
  readonly process: ProcessName;
  readonly what: string;
  let(): Promise<void>;
  /** Done, and whoever asked is told that the store is gone. */
  lose(): Promise<void>;
}

/** An attempt whose code has begun. */
interface Running {
  readonly process: ProcessName;
  readonly instanceId: string;
  readonly attempt: number;
  end(isDone: boolean): void;
}

interface Effect {
  readonly instanceId: string;
  readonly attempt: number;
  readonly isEnd: boolean;
}

/**
 * Two control planes and two workers, of the core's own code, over one store in memory: every call of the store, every
 * delivery, every end of a job's code and every mishap is a step of its own, in any order.
 */
export class SchedulerWorld implements ModelWorld {
  readonly #options: Required<WorldOptions>;
  readonly #clock: FakeClock = createFakeClock();
  readonly #stores: Stores = {
    store: new MetadataStoreInMemoryProvider(),
    state: new StateStoreInMemory({ clock: this.#clock }),
  };
  readonly #planes = new Map<ProcessName, ControlPlane>();
  readonly #workers = new Map<ProcessName, JobExecutor>();
  readonly #dead = new Set<ProcessName>();
  #waiting: Waiting[] = [];
  #running: Running[] = [];
  readonly #effects: Effect[] = [];
  readonly #requests: { readonly name: string; readonly request: ExecutionRequest; left: number }[] = [];
  /** What each plane has yet to do, in its own time. */
  readonly #toFire = new Map<ProcessName, string[]>();
  readonly #left: Map<string, number>;
  readonly #cancelled: { readonly id: string; readonly answer: string }[] = [];
  readonly #claims = new Map<string, string>();
  /** Ends that were seen: they are for ever. */
  readonly #ended = new Map<string, string>();
  /** The last that each process was told by the store: what it does next depends on that. */
  readonly #told = new Map<string, string>();
  #records: readonly JobInstance[] = [];
  #isFree = false;

  private constructor(options: WorldOptions) {
    this.#options = {
      ...NO_MISHAPS,
      fires: 2,
      retryCount: 1,
      maxConcurrency: 1,
      isSymmetric: false,
      taken: new Map<string, number>(),
      ...options,
    };
    const { crashes, mistakenLosses, cancels, timeouts, edits, lostAnswers, repeats } = this.#options;
    this.#left = new Map(
      Object.entries({ crashes, mistakenLosses, cancels, timeouts, edits, lostAnswers, repeats }),
    );
  }

  static async create(options: WorldOptions): Promise<SchedulerWorld> {
    const world = new SchedulerWorld(options);
    await world.#open();
    return world;
  }

  async #open(): Promise<void> {
    for (const name of PROCESSES) {
      if (name.startsWith("plane")) this.#planes.set(name, this.#createPlane(name));
      else this.#workers.set(name, this.#createWorker(name));
    }
    const [plane] = this.#planes.values();
    const jobs = [this.#job("plane-0")];
    const registry = (plane as ControlPlane).scheduler.registry;
    this.#isFree = true;
    await registerJobs({ app: "model", jobs, defaults: {}, registry, onWarning: () => {} });
    await this.#settle();
    this.#isFree = false;
    for (const name of this.#planes.keys()) this.#toFire.set(name, this.#fireIds());
  }

  #fireIds(): string[] {
    return Array.from({ length: this.#options.fires }, (_, index) => fireId(JOB, this.#nominal(index)));
  }

  #nominal(index: number): Date {
    return new Date(Date.parse("2026-01-01T00:00:00.000Z") + index * 1000);
  }

  choices(): readonly string[] {
    const choices: string[] = [];
    for (const [name, ids] of this.#toFire)
      if (this.#lives(name) && ids.length > 0) choices.push(`${name} fires`);
    this.#waiting.forEach(({ process, what }) => choices.push(`${process} does ${what}`));
    for (const { name, left } of this.#requests) {
      if (left === 0) continue;
      for (const worker of this.#workers.keys())
        if (this.#lives(worker)) choices.push(`${worker} gets ${name}`);
    }
    for (const { process, instanceId, attempt } of this.#running)
      choices.push(`${process} returns from ${short(instanceId)}/${attempt}`);
    choices.push(...this.#mishaps());
    return choices;
  }

  #mishaps(): readonly string[] {
    const mishaps: string[] = [];
    const may = (what: string): boolean => (this.#left.get(what) ?? 0) > 0;
    const open = this.#records.filter(({ state }) => !isTerminal(state));
    if (may("crashes")) for (const name of PROCESSES) if (this.#lives(name)) mishaps.push(`${name} crashes`);
    if (may("mistakenLosses"))
      for (const { id, state } of open)
        if (state === "Processing") mishaps.push(`plane-1 gives up ${short(id)}`);
    if (may("cancels")) for (const { id } of open) mishaps.push(`plane-1 cancels ${short(id)}`);
    if (may("timeouts") && this.#running.length > 0) mishaps.push("time runs out");
    if (may("edits")) mishaps.push("plane-1 disables the job");
    if (may("lostAnswers"))
      for (const { process, what } of this.#waiting)
        if (process.startsWith("worker")) mishaps.push(`${process} loses the answer of ${what}`);
    return mishaps;
  }

  async take(choice: string): Promise<void> {
    const [process = "", verb = ""] = choice.split(" ");
    this.#options.taken.set(verb, (this.#options.taken.get(verb) ?? 0) + 1);
    const name = process as ProcessName;
    const about = choice.split(" ").slice(2).join(" ");
    switch (verb) {
      case "fires":
        await this.#fire(name);
        break;
      case "does":
        await this.#pull(name, about)?.let();
        break;
      case "loses":
        this.#spend("lostAnswers");
        await this.#pull(name, about.replace(/^the answer of /, ""))?.lose();
        break;
      case "gets":
        this.#deliver(name, about);
        break;
      case "returns":
        this.#return(name, about.replace(/^from /, ""));
        break;
      case "crashes":
        this.#spend("crashes");
        this.#crash(name);
        break;
      case "gives":
        this.#spend("mistakenLosses");
        this.#recover(
          name,
          this.#records.filter(({ id }) => short(id) === about.replace(/^up /, "")),
        );
        break;
      case "cancels":
        this.#spend("cancels");
        this.#cancel(name, about);
        break;
      case "disables":
        this.#spend("edits");
        await this.#disable(name);
        break;
      case "runs":
        this.#spend("timeouts");
        // The timeout, and the grace of code that does not listen.
        await this.#clock.advance(TIMEOUT_MS + 100);
        break;
      default:
        throw new Error(`There is no step "${choice}"`);
    }
    await this.#settle();
  }

  /** Of two states that differ by the names of the workers alone, one is explored. */
  fingerprint(): string {
    const own = this.#fingerprint();
    if (!this.#options.isSymmetric) return own;
    const other = own.replaceAll(/worker-([01])/g, (_, digit: string) =>
      digit === "0" ? "worker-1" : "worker-0",
    );
    return own < other ? own : other;
  }

  #fingerprint(): string {
    const runs = this.#records.map((run) => [
      short(run.id),
      run.state,
      run.attempt,
      run.slot,
      run.cancelRequestedAt !== null,
      run.retryCount,
      this.#claimName(run.claim),
      run.history.map(({ to }) => to[0]).join(""),
    ]);
    const waiting = this.#waiting.map(({ process, what }) => `${process} ${what}`).toSorted();
    const running = this.#running
      .map((one) => `${one.process} ${short(one.instanceId)}/${one.attempt}`)
      .toSorted();
    return JSON.stringify([
      runs,
      waiting,
      running,
      [...this.#dead].toSorted(),
      [...this.#toFire.values()].map((ids) => ids.length),
      this.#requests
        .filter(({ left }) => left > 0)
        .map(({ name, left }) => `${name} ${left}`)
        .toSorted(),
      [...this.#left.values()],
      [...this.#told].map((pair) => pair.join(": ")).toSorted(),
      this.#clock.monotonicMs(),
      this.#cancelled,
      this.#effects
        .map(({ instanceId, attempt, isEnd }) => `${short(instanceId)}${attempt}${isEnd}`)
        .toSorted(),
    ]);
  }

  complaints(): readonly string[] {
    const complaints = this.#records.flatMap((run) =>
      complaintsAbout(run).map((message) => `${short(run.id)}: ${message}`),
    );
    const held = this.#records.filter(({ state }) => state === "Processing");
    if (held.length > this.#options.maxConcurrency)
      complaints.push(`${held.length} runs are Processing at once`);
    if (new Set(held.map(({ slot }) => slot)).size < held.length) complaints.push("two runs hold one slot");
    for (const run of this.#records) {
      if (run.slot !== null && run.state !== "Processing")
        complaints.push(`${short(run.id)} is ${run.state} and holds a slot`);
      const ended = this.#ended.get(run.id);
      if (ended !== undefined && ended !== run.state)
        complaints.push(`${short(run.id)} was ${ended} and is ${run.state}`);
      if (isTerminal(run.state)) this.#ended.set(run.id, run.state);
    }
    const begun = this.#effects.filter(({ isEnd }) => !isEnd);
    const names = begun.map(({ instanceId, attempt }) => `${short(instanceId)}/${attempt}`);
    if (new Set(names).size < names.length) complaints.push(`an attempt was begun twice: ${names.join(" ")}`);
    return complaints;
  }

  /** The next firing window, the reconciler and a worker that is still there go on until every run has ended. */
  async rest(): Promise<readonly string[]> {
    this.#isFree = true;
    const plane = this.#createPlane("plane-0");
    const worker = this.#createWorker("worker-0");
    await this.#createFires(plane, this.#fireIds());
    for (let rounds = 0; rounds < 10; rounds += 1) {
      await this.#settle();
      const open = this.#records.filter(({ state }) => !isTerminal(state));
      if (open.length === 0) break;
      this.#requests.length = 0;
      await plane.reconciler.recover(open);
      await this.#settle();
      const requests = this.#requests.map(({ request }) => request);
      const executed = worker.execute(requests);
      for (let ends = 0; ends < 4; ends += 1) {
        await this.#settle();
        for (const { end } of this.#running) end(true);
        this.#running = [];
      }
      await executed;
    }
    await this.#settle();
    return [...this.complaints(), ...this.#atRest()];
  }

  #atRest(): readonly string[] {
    const complaints: string[] = [];
    const ids = this.#records.map(({ id }) => id).toSorted();
    if (ids.join() !== this.#fireIds().toSorted().join()) complaints.push(`there are runs ${ids.join()}`);
    for (const { id, state, attempt } of this.#records) {
      if (!isTerminal(state)) complaints.push(`${short(id)} is still ${state}`);
      const isDone = this.#effects.some(
        (effect) => effect.isEnd && effect.instanceId === id && effect.attempt === attempt,
      );
      if (state === "Succeeded" && !isDone) complaints.push(`${short(id)} counts as done and was not`);
    }
    for (const { id, answer } of this.#cancelled) {
      const state = this.#records.find((run) => run.id === id)?.state;
      const told = answer === "Processing" ? "Cancelled" : answer;
      if (told !== state)
        complaints.push(`the cancel of ${short(id)} was answered with ${answer}, and it is ${state}`);
    }
    return complaints;
  }

  #createPlane(name: ProcessName): ControlPlane {
    return new ControlPlane({
      tenant: TENANT,
      ...this.#seenBy(name),
      bus: new EventBusInMemory({ clock: this.#clock }),
      runtime: this.#network(),
      clock: this.#clock,
      scheduler: {},
      code: null,
      onError: () => {},
    });
  }

  #createWorker(name: ProcessName): JobExecutor {
    const plane = this.#createPlane(name);
    return new JobExecutor({
      tenant: TENANT,
      app: "model",
      code: new JobCode([this.#job(name)], null),
      store: this.#seenBy(name).store,
      cache: plane.cache,
      dispatcher: plane.dispatcher,
      clock: this.#clock,
      runtime: { name: "node", version: "" },
      worker: { abortGraceMs: 50 },
      onError: () => {},
    });
  }

  #job(name: ProcessName): ReturnType<typeof defineRecurringJob> {
    const { retryCount, maxConcurrency } = this.#options;
    return defineRecurringJob({
      key: JOB,
      cron: "* * * * * *",
      retryCount,
      maxConcurrency,
      timeoutMs: TIMEOUT_MS,
      execute: (context) => this.#run(name, context),
    });
  }

  #run(process: ProcessName, { instanceId, attempt }: JobContext): Promise<unknown> {
    this.#effects.push({ instanceId, attempt, isEnd: false });
    return new Promise((resolve) => {
      this.#running.push({
        process,
        instanceId,
        attempt,
        end: () => {
          this.#effects.push({ instanceId, attempt, isEnd: true });
          resolve(null);
        },
      });
    });
  }

  /** The stores as one process sees them: its writes wait until they are let. */
  #seenBy(process: ProcessName): Stores {
    return intercept(this.#stores, ({ port, method, args }, proceed) => {
      if (this.#isFree || port !== "instances" || !["insert", "admit", "update"].includes(method))
        return this.#dead.has(process) && !this.#isFree ? new Promise(() => {}) : proceed();
      return new Promise((resolve, reject) => {
        const what = `${method} ${describeWrite(args[0])}`;
        const told = (answer: string): void => void this.#told.set(`${process} ${what}`, answer);
        this.#waiting.push({
          process,
          what,
          let: async () => {
            const answer = await proceed();
            told(describeAnswer(answer));
            resolve(answer);
          },
          lose: async () => {
            await proceed();
            told("lost");
            reject(new MoJobError(MoJobErrorCode.StoreUnavailable, "The answer was lost"));
            // Whoever repeats it waits before it does.
            await this.#settle();
            await this.#clock.advance(300);
          },
        });
      });
    });
  }

  #network(): IMoRuntime {
    return {
      dispatch: (batches: readonly DispatchBatch[]) => {
        for (const request of batches.flatMap(({ requests }) => requests)) {
          const name = `${short(request.instanceId)}/${request.attempt}`;
          const same = this.#requests.find((one) => one.name === name);
          // Two of the same are one that is delivered twice.
          if (same === undefined) this.#requests.push({ name, request, left: 1 });
          else same.left += 1;
        }
        return Promise.resolve();
      },
      findLost: (instances) => Promise.resolve(instances),
    };
  }

  async #fire(name: ProcessName): Promise<void> {
    const id = this.#toFire.get(name)?.shift();
    if (id !== undefined)
      void this.#createFires(this.#planes.get(name) as ControlPlane, [id]).catch(() => {});
  }

  async #createFires(plane: ControlPlane, ids: readonly string[]): Promise<void> {
    const definition = await plane.cache.get(JOB);
    if (definition === null) throw new Error("There is no job");
    await plane.creator.create(
      ids.map((id) => ({
        id,
        definition,
        args: null,
        priority: 3,
        dueAt: null,
        skipReason: null,
        missed: null,
        fingerprint: null,
        trigger: { type: "cron", nominalTime: new Date(id.slice(JOB.length + 1)) } as const,
      })),
    );
  }

  #deliver(worker: ProcessName, name: string): void {
    const found = this.#requests.find((one) => one.name === name && one.left > 0);
    if (found === undefined) return;
    if ((this.#left.get("repeats") ?? 0) > 0) this.#spend("repeats");
    else found.left -= 1;
    void this.#workers
      .get(worker)
      ?.execute([found.request])
      .catch(() => {});
  }

  #return(process: ProcessName, name: string): void {
    const found = this.#running.find(
      (one) => one.process === process && `${short(one.instanceId)}/${one.attempt}` === name,
    );
    this.#running = this.#running.filter((one) => one !== found);
    found?.end(true);
  }

  #crash(name: ProcessName): void {
    this.#dead.add(name);
    this.#waiting = this.#waiting.filter(({ process }) => process !== name);
    this.#running = this.#running.filter(({ process }) => process !== name);
  }

  #recover(name: ProcessName, lost: readonly JobInstance[]): void {
    void this.#planes
      .get(name)
      ?.reconciler.recover(lost)
      .catch(() => {});
  }

  #cancel(name: ProcessName, about: string): void {
    const id = this.#records.find((run) => short(run.id) === about)?.id ?? "";
    const { instances } = (this.#planes.get(name) as ControlPlane).scheduler;
    instances.cancel(id).then(
      ({ state }) => this.#cancelled.push({ id, answer: state }),
      (error: unknown) => {
        if (!isMoJobError(error, "already_terminal")) throw error;
        const state = /ended as "(\w+)"/.exec(error.message)?.[1] ?? "";
        this.#cancelled.push({ id, answer: state });
      },
    );
  }

  async #disable(name: ProcessName): Promise<void> {
    const scheduler: MoJobScheduler = (this.#planes.get(name) as ControlPlane).scheduler;
    const { definition } = await scheduler.jobs.get(JOB);
    await scheduler.jobs.update(JOB, { disabled: true }, definition.revision);
  }

  #pull(process: ProcessName, what: string): Waiting | undefined {
    const found = this.#waiting.find((one) => one.process === process && one.what === what);
    this.#waiting = this.#waiting.filter((one) => one !== found);
    return found;
  }

  #spend(what: string): void {
    this.#left.set(what, (this.#left.get(what) ?? 0) - 1);
  }

  #lives(name: ProcessName): boolean {
    return !this.#dead.has(name);
  }

  /** Claims differ from one run of the same way to the next; their order does not. */
  #claimName(claim: string | null): string | null {
    if (claim === null) return null;
    const name = this.#claims.get(claim) ?? `c${this.#claims.size}`;
    this.#claims.set(claim, name);
    return name;
  }

  async #settle(): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1)
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    const { instances } = this.#stores.store;
    const found = await instances.get(TENANT, this.#fireIds());
    this.#records = found.filter((run) => run !== null);
  }
}

function short(id: string): string {
  return id.slice(-6, -5);
}

function describeWrite(items: unknown): string {
  return (items as readonly Record<string, unknown>[])
    .map((item) => {
      const change = (item["change"] ?? item) as {
        readonly id: string;
        readonly set?: {
          readonly state?: string;
          readonly attempt?: number;
          readonly cancelRequestedAt?: Date;
        };
        readonly when?: { readonly states: readonly string[]; readonly attempt?: number };
      };
      const { set, when } = change;
      const asked = set?.cancelRequestedAt === undefined ? "" : "!";
      return `${short(change.id)}${when ? `${when.states[0]?.[0]}${when.attempt ?? ""}>${set?.state ?? ""}${set?.attempt ?? ""}${asked}` : ""}`;
    })
    .join("+");
}

function describeAnswer(answer: unknown): string {
  return (answer as readonly unknown[])
    .map((one) =>
      typeof one === "object" && one !== null && "outcome" in one
        ? one.outcome
        : one === null
          ? "new"
          : String(one === true || one === false ? one : "there"),
    )
    .join();
}
