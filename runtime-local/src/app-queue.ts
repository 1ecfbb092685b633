import type { JobDefinition } from "@mojob/core";
import { type ExecutionRequest, PriorityQueue } from "@mojob/core/ports";

/** More than this at once would begin together and keep the event loop from turning. */
const LARGEST_TAKE = 500;

/** A worker of this process. */
export interface LocalWorker {
  readonly id: string;
  /** How many more requests it takes now; may be infinite. */
  readonly capacity: number;
  /** Whether it takes runs of the job. */
  canRun(definition: JobDefinition): boolean;
  /** Resolves when every run it was given has been settled or is left for another worker. */
  execute(requests: readonly ExecutionRequest[]): Promise<void>;
  /** Whether it has the run. */
  holds(instanceId: string): boolean;
}

/** Requests that a worker is given together. */
export interface Share {
  readonly worker: LocalWorker;
  /** The one worker that may run them; `null` is any that can. */
  readonly executor: string | null;
  readonly requests: ExecutionRequest[];
}

/** Jobs by key, as they are now. */
export type Definitions = (keys: readonly string[]) => Promise<ReadonlyMap<string, JobDefinition>>;

interface Waiting {
  readonly request: ExecutionRequest;
  readonly priority: number;
  /** Counts arrivals. */
  readonly number: number;
}

/** The requests that wait for the same workers: the runs of one job, or those that one worker is to get. */
interface Line {
  readonly jobKey: string;
  /** The one worker they are for; `null` is any that can run the job. */
  readonly executor: string | null;
  readonly waiting: PriorityQueue<Waiting>;
}

/**
 * The workers of one app in this process, and what waits for them. Where there are several, a run waits only for those that can run
 * its job: one that is full keeps nobody else's runs waiting.
 */
export class AppQueue {
  readonly #definitions: Definitions;
  readonly #workers: LocalWorker[] = [];
  /** In the order of their arrival, while one worker takes all. */
  readonly #shared = new PriorityQueue<ExecutionRequest>();
  readonly #lines = new Map<string, Line>();
  #arrivals = 0;
  #turn = 0;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  get workers(): readonly LocalWorker[] {
    return this.#workers;
  }

  get isEmpty(): boolean {
    return this.#shared.size === 0 && this.#lines.size === 0;
  }

  connect(worker: LocalWorker): void {
    this.#workers.push(worker);
  }

  disconnect(worker: LocalWorker): void {
    const index = this.#workers.indexOf(worker);
    if (index >= 0) this.#workers.splice(index, 1);
  }

  add(request: ExecutionRequest, executor: string | null): void {
    if (executor === null && this.#isSimple) this.#shared.add(request);
    else this.#join(request, executor);
  }

  /** Takes what there is room for, at once, where one worker takes all; `null` where it must be found out who takes what. */
  takeAtOnce(): Share | null {
    const [worker] = this.#workers;
    if (worker === undefined || !this.#isSimple) return null;
    return { worker, executor: null, requests: this.#shared.take(Math.min(worker.capacity, LARGEST_TAKE)) };
  }

  /** Takes what there is room for; `nobody` are those that no worker here runs. Give what it returns before anything else. */
  async take(): Promise<{
    readonly shares: readonly Share[];
    readonly nobodys: readonly ExecutionRequest[];
  }> {
    const keys = new Set([...this.#lines.values()].map(({ jobKey }) => jobKey));
    const early = this.#shared.take(Infinity);
    for (const request of early) keys.add(request.jobKey);
    for (const request of early) this.#join(request, null);
    const definitions = await this.#definitions([...keys]);
    const rooms = new Map(this.#workers.map((worker) => [worker, worker.capacity]));
    const shares = new Map<string, Share>();
    const nobodys: ExecutionRequest[] = [];
    const open: { readonly line: Line; readonly able: readonly LocalWorker[] }[] = [];
    for (const [name, line] of this.#lines) {
      const able = this.#workers.filter((worker) => isFor(worker, line, definitions.get(line.jobKey)));
      if (able.length > 0) open.push({ line, able });
      else {
        nobodys.push(...line.waiting.take(Infinity).map(({ request }) => request));
        this.#lines.delete(name);
      }
    }
    for (let taken = 0; taken < LARGEST_TAKE; taken += 1) {
      const ready = open.filter(
        ({ line, able }) => line.waiting.size > 0 && able.some((worker) => (rooms.get(worker) ?? 0) > 0),
      );
      const next = ready.reduce<(typeof ready)[number] | null>(
        (first, one) => (first === null || isBefore(one.line, first.line) ? one : first),
        null,
      );
      const [waiting] = next?.line.waiting.take(1) ?? [];
      if (next === null || waiting === undefined) break;
      const free = next.able.filter((worker) => (rooms.get(worker) ?? 0) > 0);
      const worker = free[(this.#turn += 1) % free.length] as LocalWorker;
      rooms.set(worker, (rooms.get(worker) ?? 0) - 1);
      const { executor } = next.line;
      const name = JSON.stringify([worker.id, executor]);
      let share = shares.get(name);
      if (share === undefined) shares.set(name, (share = { worker, executor, requests: [] }));
      share.requests.push(waiting.request);
    }
    for (const [name, { waiting }] of this.#lines) if (waiting.size === 0) this.#lines.delete(name);
    return { shares: [...shares.values()], nobodys };
  }

  get #isSimple(): boolean {
    return this.#workers.length === 1 && this.#lines.size === 0;
  }

  #join(request: ExecutionRequest, executor: string | null): void {
    const { jobKey, priority } = request;
    const name = JSON.stringify([executor, jobKey]);
    let line = this.#lines.get(name);
    if (line === undefined)
      this.#lines.set(name, (line = { jobKey, executor, waiting: new PriorityQueue() }));
    line.waiting.add({ request, priority, number: (this.#arrivals += 1) });
  }
}

/** A job that was deleted is for anybody, who then ends its runs. */
function isFor(
  worker: LocalWorker,
  { executor }: Pick<Line, "executor">,
  definition: JobDefinition | undefined,
): boolean {
  if (executor !== null) return worker.id === executor;
  return definition === undefined || worker.canRun(definition);
}

/** Whether what is first in a line comes before what is first in the other. */
function isBefore(line: Line, other: Line): boolean {
  const [one, two] = [line.waiting.first, other.waiting.first];
  if (one === undefined || two === undefined) return one !== undefined;
  return one.priority === two.priority ? one.number < two.number : one.priority < two.priority;
}
