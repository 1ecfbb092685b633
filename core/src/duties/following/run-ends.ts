import { GroupCommit } from "../../base/batching/group-commit.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { type Repetition, repeat } from "../../base/repeat.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { isTerminal } from "../../model/instance/job-state.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { WaitOptions } from "../../scheduler/started-run.ts";
import type { EndSource } from "./end-source.ts";
import type { RunEnd } from "./runs-ended-event.ts";

/** Sources may miss an end, so that all that is waited for is read this often. */
const LOOK_EVERY_MS = 5000;
const LARGEST_READ = 500;

export interface RunEndsOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "get">;
  /** Open while there are waits. */
  readonly sources: readonly EndSource[];
  readonly clock: Clock;
  /** Called with why a source or a look failed; the waits go on. */
  readonly onError: (error: unknown) => void;
}

/** Waits for runs to end; any number of waits share one listener and their reads. */
export class RunEnds {
  readonly #options: RunEndsOptions;
  readonly #reads: GroupCommit<string, JobInstance | null>;
  readonly #waits = new Map<string, Set<PromiseWithResolvers<JobInstance>>>();
  #opening: Promise<readonly { close(): Promise<void> }[]> | null = null;
  #looking: Repetition | null = null;
  #isClosed = false;

  constructor(options: RunEndsOptions) {
    const { tenant, store } = options;
    this.#options = options;
    this.#reads = new GroupCommit((ids) => store.get(tenant, ids), { maxBatch: LARGEST_READ });
  }

  /**
   * Resolves to the record of a run once it has ended, at once where it has.
   * @throws MoJobError `instance_not_found`, also where the record is removed meanwhile; `timeout`; `shutting_down`;
   * `store_unavailable` where the first read fails; the signal's reason
   */
  async wait(id: string, { timeoutMs, signal }: WaitOptions = {}): Promise<JobInstance> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw closed(id);
    const wait = Promise.withResolvers<JobInstance>();
    // The first notice counts; later ones have no effect.
    wait.promise.catch(() => {});
    const { clock } = this.#options;
    const timer =
      timeoutMs === undefined ? null : clock.setTimer(() => wait.reject(late(id, timeoutMs)), timeoutMs);
    const abort = (): void => wait.reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      this.#add(id, wait);
      await Promise.race([wait.promise, this.#open()]);
      // Read after the sources are open, so that an end falls into one or the other.
      await Promise.race([wait.promise, this.#look([id])]);
      return await wait.promise;
    } finally {
      timer?.cancel();
      signal?.removeEventListener("abort", abort);
      this.#remove(id, wait);
    }
  }

  /** Rejects every wait and stops listening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [id, waits] of this.#waits) for (const wait of waits) wait.reject(closed(id));
    await this.#stop();
  }

  #add(id: string, wait: PromiseWithResolvers<JobInstance>): void {
    const waits = this.#waits.get(id) ?? new Set();
    this.#waits.set(id, waits.add(wait));
    const { clock, onError } = this.#options;
    this.#looking ??= repeat(() => this.#look([...this.#waits.keys()]), {
      clock,
      everyMs: LOOK_EVERY_MS,
      onError,
    });
  }

  #remove(id: string, wait: PromiseWithResolvers<JobInstance>): void {
    const waits = this.#waits.get(id);
    waits?.delete(wait);
    if (waits?.size === 0) this.#waits.delete(id);
    if (this.#waits.size === 0) this.#stop().catch(this.#options.onError);
  }

  async #stop(): Promise<void> {
    const [looking, opening] = [this.#looking, this.#opening];
    this.#looking = null;
    this.#opening = null;
    await looking?.close();
    for (const source of (await opening) ?? []) await source.close();
  }

  /** Opens the sources; one that cannot be opened is reported and left to the looks. */
  #open(): Promise<unknown> {
    const { sources, onError } = this.#options;
    const onEnds = (ends: readonly RunEnd[]): void => {
      const awaited = ends.map(({ id }) => id).filter((id) => this.#waits.has(id));
      this.#look(awaited).catch(onError);
    };
    this.#opening ??= Promise.allSettled(sources.map((source) => source(onEnds))).then((opened) => {
      for (const one of opened) if (one.status === "rejected") onError(one.reason);
      return opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    });
    return this.#opening;
  }

  /** Reads runs that are waited for and settles the waits of those that have ended or are not there. */
  async #look(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.map(async (id) => {
        const record = await this.#reads.submit(id);
        if (record !== null && !isTerminal(record.state)) return;
        for (const wait of this.#waits.get(id) ?? []) {
          if (record === null) wait.reject(missing(id));
          else wait.resolve(record);
        }
      }),
    );
  }
}

function missing(id: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InstanceNotFound, `Cannot wait for run "${id}": there is no such run`);
}

function late(id: string, timeoutMs: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.Timeout,
    `Run "${id}" has not ended within ${timeoutMs} ms; it goes on`,
  );
}

function closed(id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.ShuttingDown,
    `Cannot wait for run "${id}": the scheduler was closed; ask another one`,
  );
}
