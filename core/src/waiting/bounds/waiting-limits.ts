import type { Clock } from "../../base/clock.ts";
import { firstClosed } from "../../model/begin/closed-gates.ts";
import { GATES } from "../../model/begin/gates.ts";
import type { BatchBound } from "../../dispatch/run-bounds.ts";
import { WAITING_STATES } from "../../model/instance/job-state.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import type { Reason } from "../../model/reason.ts";
import { isWaitedFor } from "../../model/unique/debounce.ts";
import { uniqueKeysOf } from "../../model/unique/unique-key.ts";
import type { IMoInstanceQueries } from "../../ports/instance-queries.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";

export interface WaitingLimitsOptions {
  readonly tenant: string;
  readonly queries: Pick<IMoInstanceQueries, "count">;
  readonly instances: Pick<IMoInstanceStore, "getByUniqueKey">;
  readonly clock: Clock;
}

/**
 * The `maxWaiting` of jobs. The runs of a job are counted just before those of a batch are recorded, and a process records one
 * batch at a time: it never exceeds the limit. Several processes may exceed it by what they record at the same moment. A run that
 * does not wait, because another one has its unique key, needs no room.
 */
export class WaitingLimits implements BatchBound {
  readonly #options: WaitingLimitsOptions;

  constructor(options: WaitingLimitsOptions) {
    this.#options = options;
  }

  /** Finds those of these runs for which there is no room, each with the reason. */
  async above(runs: readonly NewRun[]): Promise<ReadonlyMap<NewRun, Reason>> {
    const { guards } = GATES.maxWaiting;
    const limited = runs.filter(({ definition, skipReason }) => skipReason === null && guards(definition));
    const above = new Map<NewRun, Reason>();
    if (limited.length === 0) return above;
    const { tenant, queries, clock } = this.#options;
    const firsts = await this.#firstsOfKeys(limited);
    for (const [jobKey, ofJob] of Map.groupBy(limited, ({ definition }) => definition.key)) {
      const limit = ofJob[0]?.definition.options.maxWaiting ?? Infinity;
      let waiting = await queries.count({ tenant, jobKey, states: WAITING_STATES }, limit);
      for (const run of ofJob.filter((one) => !firsts.has(one))) {
        const closed = firstClosed({ job: run.definition, now: clock.now(), waiting });
        if (closed?.gate === GATES.maxWaiting) above.set(run, closed.reason);
        else waiting += 1;
      }
    }
    for (const [run, first] of firsts) {
      const reason = first === null ? undefined : above.get(first);
      if (reason !== undefined) above.set(run, reason);
    }
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
