import { fingerprint } from "@mojob/core/engine";
import { type IMoStateStore, randomBytes } from "@mojob/core/ports";
import { jobKey } from "../state-keys.ts";

/** Numbers of jobs are Java's int; one half is for jobs that have a number of their own, the other for single runs. */
const HALF = 2 ** 30;
/** Executors come and go, each with an address of its own: the numbers of those that left are forgotten. */
const MOST_LISTS = 10_000;

export interface JobName {
  readonly tenant: string;
  readonly key: string;
}

/**
 * Gives runs the number of a job, under which executors queue, discard and kill. A job that leaves this to them has one
 * number. Runs of any other job have a number each while they last, so that a kill ends one run and no other; numbers are used
 * again for the same job, because an executor keeps a thread for each for some time.
 */
export class JobIds {
  readonly #state: IMoStateStore;
  readonly #own = new Map<string, number>();
  readonly #taken = new Set<number>();
  readonly #free = new Map<string, number[]>();

  constructor(state: IMoStateStore) {
    this.#state = state;
  }

  /** The job's own number, the same in every process; two jobs never have the same. */
  async ownOf({ tenant, key }: JobName): Promise<number> {
    const name = JSON.stringify([tenant, key]);
    const known = this.#own.get(name);
    if (known !== undefined) return known;
    const first = Number.parseInt((await fingerprint(name)).slice(0, 12), 16) % HALF;
    for (let step = 0; ; step += 1) {
      const id = 1 + ((first + step) % (HALF - 1));
      const isNew = (await this.#state.compareAndSet(jobKey(id), null, name)) !== null;
      if (!isNew && (await this.#state.get(jobKey(id)))?.value !== name) continue;
      this.#own.set(name, id);
      return id;
    }
  }

  /** A number for one run of a job. */
  take({ tenant, key }: JobName, address: string): number {
    const id = this.#free.get(JSON.stringify([tenant, key, address]))?.pop() ?? randomId();
    if (this.#taken.has(id)) return this.take({ tenant, key }, address);
    this.#taken.add(id);
    return id;
  }

  /** Marks the number of a run that was taken over. */
  hold(id: number): void {
    this.#taken.add(id);
  }

  /** @param isClean whether the executor reported the run's end: otherwise it may still have something under this number */
  release({ tenant, key }: JobName, address: string, id: number, isClean: boolean): void {
    if (!this.#taken.delete(id) || !isClean) return;
    const name = JSON.stringify([tenant, key, address]);
    const free = this.#free.get(name);
    if (this.#free.size >= MOST_LISTS) this.#free.clear();
    if (free === undefined) this.#free.set(name, [id]);
    else free.push(id);
  }
}

function randomId(): number {
  return HALF + (new DataView(randomBytes(4).buffer).getUint32(0) % HALF);
}
