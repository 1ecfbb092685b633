import { JobState } from "@mojob/core";
import { parseOwnJobKey, parseRunName } from "@mojob/core/feature";
import {
  type EndedPage,
  type ExecutorRecord,
  type IMoJobScheduleMetadataStore,
  type JobFailure,
  type JobInstance,
  type JobInstanceSummary,
  TriggerType,
} from "@mojob/core/ports";
import type { EndedRun } from "./fold-ends.ts";

/** Whole records are read some at a time: arguments and results may be large. */
const WHOLE_AT_ONCE = 50;
/** Runs and executors whose names are remembered. */
const MOST_REMEMBERED = 10_000;

export interface EndReaderOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "executors">;
}

/** Reads the feed of ends with what sums are made by: codes of failures, names of executors, tasks of nodes. */
export class EndReader {
  readonly #options: EndReaderOptions;
  /** Names of executors by their ids. */
  readonly #names = new Map<string, string>();
  /** Keys of jobs by the ids of their runs. */
  readonly #jobs = new Map<string, string>();

  constructor(options: EndReaderOptions) {
    this.#options = options;
  }

  async read(
    position: string,
    limit: number,
    until?: string,
  ): Promise<{ readonly ends: readonly EndedRun[]; readonly position: string }> {
    const { tenant, store } = this.#options;
    const page: EndedPage = await store.instances.endedAfter(tenant, position, limit, undefined, until);
    const codes = await this.#codesOf(page.runs);
    await this.#nameExecutors(page.runs);
    await this.#findWholes(page.runs);
    const ends = page.runs.map((run) => ({
      run,
      code: codes.get(run.id) ?? null,
      executor: run.worker === null ? null : (this.#names.get(run.worker) ?? run.worker),
      wholeJob: this.#wholeJobOf(run),
      node: isNode(run) ? (parseRunName(run.part?.name ?? "")?.node ?? null) : null,
    }));
    forgetSome(this.#names);
    forgetSome(this.#jobs);
    return { ends, position: page.position };
  }

  #wholeJobOf(run: JobInstanceSummary): string | null {
    if (run.part === null) return null;
    return parseOwnJobKey(run.jobKey)?.task ?? this.#jobs.get(run.part.of) ?? run.jobKey;
  }

  /** The codes of failures, which lists do not have. */
  async #codesOf(runs: readonly JobInstanceSummary[]): Promise<ReadonlyMap<string, string>> {
    const failed = runs.filter(({ state }) => state === JobState.Terminated).map(({ id }) => id);
    const codes = new Map<string, string>();
    await this.#readWhole(failed, ({ id, error }) => void (error !== null && codes.set(id, codeOf(error))));
    return codes;
  }

  /** The task of a node that executes a job with a definition of its own is known by the task's run alone. */
  async #findWholes(runs: readonly JobInstanceSummary[]): Promise<void> {
    const unknown = runs.flatMap((run) => {
      if (run.part === null || !isNode(run) || parseOwnJobKey(run.jobKey) !== null) return [];
      return this.#jobs.has(run.part.of) ? [] : [run.part.of];
    });
    await this.#readWhole([...new Set(unknown)], ({ id, jobKey }) => void this.#jobs.set(id, jobKey));
  }

  async #readWhole(ids: readonly string[], take: (run: JobInstance) => void): Promise<void> {
    const { tenant, store } = this.#options;
    for (let from = 0; from < ids.length; from += WHOLE_AT_ONCE) {
      // No more of them are held at a time.
      // oxlint-disable-next-line no-await-in-loop
      const runs = await store.instances.get(tenant, ids.slice(from, from + WHOLE_AT_ONCE));
      for (const run of runs) if (run !== null) take(run);
    }
  }

  async #nameExecutors(runs: readonly JobInstanceSummary[]): Promise<void> {
    const { tenant, store } = this.#options;
    const unknown = new Set(
      runs.flatMap(({ worker }) => (worker === null || this.#names.has(worker) ? [] : [worker])),
    );
    if (unknown.size === 0) return;
    for (const executor of await store.executors.list(tenant, new Date(0)))
      this.#names.set(executor.id, lastingName(executor));
    // One whose record is no longer there is known by its id.
    for (const id of unknown) if (!this.#names.has(id)) this.#names.set(id, id);
  }
}

/** A name that stays the same when it is started again. */
function lastingName({ id, name, address, host }: ExecutorRecord): string {
  return name ?? address ?? host ?? id;
}

function isNode({ part, trigger }: JobInstanceSummary): boolean {
  return part !== null && trigger.type === TriggerType.Task;
}

function codeOf({ code, number }: JobFailure): string {
  return number === undefined ? code : `${code}/${number}`;
}

function forgetSome(names: Map<string, string>): void {
  for (const name of names.keys()) {
    if (names.size <= MOST_REMEMBERED) return;
    names.delete(name);
  }
}
