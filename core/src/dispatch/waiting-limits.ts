import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { JobState } from "../model/instance/job-state.ts";
import type { NewRun } from "../model/instance/new-run.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoInstanceQueries } from "../ports/instance-queries.ts";

/** A run waits until its first attempt begins; one whose retry is due has begun. */
const WAITING: readonly JobState[] = [JobState.Scheduled, JobState.Enqueued];

export interface WaitingLimitsOptions {
  readonly tenant: string;
  readonly queries: Pick<IMoInstanceQueries, "count">;
}

/**
 * The `maxWaiting` of jobs. The runs of a job are counted just before those of a batch are recorded, and a process records one
 * batch at a time: it never exceeds the limit. Several processes may exceed it by what they record at the same moment.
 */
export class WaitingLimits {
  readonly #options: WaitingLimitsOptions;

  constructor(options: WaitingLimitsOptions) {
    this.#options = options;
  }

  /** Returns those of these runs, in their order, for which there is no room. */
  async above(runs: readonly NewRun[]): Promise<ReadonlySet<NewRun>> {
    const limited = runs.filter(({ definition, skipReason }) => skipReason === null && isLimited(definition));
    const above = new Set<NewRun>();
    for (const [jobKey, ofJob] of Map.groupBy(limited, ({ definition }) => definition.key)) {
      const limit = ofJob[0]?.definition.options.maxWaiting ?? Infinity;
      const { tenant, queries } = this.#options;
      const room = limit - (await queries.count({ tenant, jobKey, states: WAITING }, limit));
      for (const run of ofJob.slice(Math.max(room, 0))) above.add(run);
    }
    return above;
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
