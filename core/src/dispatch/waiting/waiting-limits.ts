import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { WAITING_STATES } from "../../model/instance/job-state.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { isWaitedFor } from "../../model/unique/debounce.ts";
import { uniqueKeysOf } from "../../model/unique/unique-key.ts";
import type { IMoInstanceQueries } from "../../ports/instance-queries.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";

export interface WaitingLimitsOptions {
  readonly tenant: string;
  readonly queries: Pick<IMoInstanceQueries, "count">;
  readonly instances: Pick<IMoInstanceStore, "getByUniqueKey">;
}

/**
 * The `maxWaiting` of jobs. The runs of a job are counted just before those of a batch are recorded, and a process records one
 * batch at a time: it never exceeds the limit. Several processes may exceed it by what they record at the same moment. A run that
 * does not wait, because another one has its unique key, needs no room.
 */
export class WaitingLimits {
  readonly #options: WaitingLimitsOptions;

  constructor(options: WaitingLimitsOptions) {
    this.#options = options;
  }

  /** Returns those of these runs for which there is no room. */
  async above(runs: readonly NewRun[]): Promise<ReadonlySet<NewRun>> {
    const limited = runs.filter(({ definition, skipReason }) => skipReason === null && isLimited(definition));
    const above = new Set<NewRun>();
    if (limited.length === 0) return above;
    const { tenant, queries } = this.#options;
    const firsts = await this.#firstsOfKeys(limited);
    for (const [jobKey, ofJob] of Map.groupBy(limited, ({ definition }) => definition.key)) {
      const limit = ofJob[0]?.definition.options.maxWaiting ?? Infinity;
      const room = limit - (await queries.count({ tenant, jobKey, states: WAITING_STATES }, limit));
      const toWait = ofJob.filter((run) => !firsts.has(run));
      for (const run of toWait.slice(Math.max(room, 0))) above.add(run);
    }
    for (const [run, first] of firsts) if (first !== null && above.has(first)) above.add(run);
    return above;
  }

  /**
   * The runs that are not to wait themselves, because another one has their unique key: each with the first of the key among
   * these, or `null` where an open run has it.
   */
  async #firstsOfKeys(runs: readonly NewRun[]): Promise<ReadonlyMap<NewRun, NewRun | null>> {
    const keyOf = await uniqueKeysOf(runs);
    const unique = runs.filter((_, index) => keyOf[index] !== null);
    const found = new Map<NewRun, NewRun | null>();
    if (unique.length === 0) return found;
    const keys = keyOf.filter((key) => key !== null);
    const holders = await this.#options.instances.getByUniqueKey(this.#options.tenant, keys);
    const firsts = new Map<string, NewRun>();
    unique.forEach((run, index) => {
      const key = keys[index] ?? "";
      const first = firsts.get(key);
      const holder = holders[index] ?? null;
      if (holder !== null && isWaitedFor(holder, run)) found.set(run, null);
      else if (first !== undefined) found.set(run, first);
      else firsts.set(key, run);
    });
    return found;
  }
}

function isLimited({ options }: JobDefinition): boolean {
  return options.maxWaiting !== null;
}

/** The error of a trigger for which there is no room. */
export function waitingLimitReached({ key, options }: JobDefinition): MoJobError {
  return new MoJobError(
    MoJobErrorCode.WaitingLimit,
    `Cannot run job "${key}": ${options.maxWaiting} runs of it wait already, which is its maxWaiting; try again when some have begun, cancel some, or raise maxWaiting`,
  );
}
