import { type Hiding, Payload } from "../../model/hidden.ts";
import type { JobFailure, JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { laneOf, shardOfLane } from "../../model/instance/lane.ts";
import type { FailureParameters, FailureSummary, Reason } from "../../model/reason.ts";

const HIDDEN_IN_LISTS = [Payload.Args, Payload.Error] as const;
const HIDDEN_IN_RUNS = [Payload.Args, Payload.Result, Payload.Error, Payload.Log, Payload.Files] as const;

/** A run of a list with its states, times and counts, and without anything that its arguments or its code said. */
export function hideSummary(run: JobInstanceSummary): Hiding<JobInstanceSummary> {
  const { jobKey, lane, progress, reason, cancelReason } = run;
  const shard = shardOfLane(lane);
  return {
    ...run,
    // A lane can have a key that is made of the arguments.
    lane: laneOf(jobKey, shard === null ? undefined : { shard }),
    argsPreview: null,
    errorSummary: null,
    progress: progress && { ...progress, message: null },
    reason: hideReason(reason),
    cancelReason: hideReason(cancelReason),
    hidden: HIDDEN_IN_LISTS,
  };
}

/** A whole run, as `hideSummary`. */
export function hideRun(run: JobInstance): Hiding<JobInstance> {
  return {
    ...run,
    ...hideSummary(run),
    args: null,
    result: null,
    error: run.error && hideFailure(run.error),
    // Each of these is made of arguments, or can be compared with guesses.
    uniqueKey: null,
    fairShare: null,
    fingerprint: null,
    history: run.history.map((entry) => ({ ...entry, reason: hideReason(entry.reason) })),
    hidden: HIDDEN_IN_RUNS,
  };
}

const NUMBERS = [
  "limitMs",
  "limit",
  "ignoredSignal",
  "stopped",
  "exitCode",
  "status",
  "version",
  "worker",
] as const;

/** A failure with its code, which says what kind of failure it was, and the numbers of those of ours. */
function hideFailure({ code, number, parameters }: JobFailure | FailureSummary): JobFailure {
  const shown = parameters === undefined ? null : numbersOf(parameters);
  return {
    code,
    ...(number !== undefined && { number }),
    message: code,
    ...(shown !== null && { parameters: shown }),
  };
}

/** `null` where its sentence is made of a text: a name, an address, a line of output. */
function numbersOf(parameters: FailureParameters): FailureParameters | null {
  const { name, issues, key } = parameters;
  if (name !== undefined || issues !== undefined || key !== undefined) return null;
  return Object.fromEntries(
    NUMBERS.flatMap((one) => (parameters[one] === undefined ? [] : [[one, parameters[one]]])),
  );
}

const UNSAID = "…";

/** A reason without what arguments, results and errors said. */
export function hideReason<Given extends Reason | null>(reason: Given): Given {
  return (reason && hidden(reason)) as Given;
}

function hidden(reason: Reason): Reason {
  switch (reason.code) {
    case "attempt_failed": {
      const { attempt, failure } = reason.parameters;
      return { code: reason.code, parameters: { attempt, failure: hideFailure(failure) } };
    }
    case "child_args_refused":
      return { code: reason.code, parameters: { issues: [] } };
    case "child_condition_refused":
      return { code: reason.code, parameters: { when: UNSAID, position: 0, text: UNSAID } };
    case "result_dropped":
      return { code: reason.code, parameters: { problem: UNSAID } };
    case "note":
      return { code: reason.code, parameters: { text: UNSAID } };
    default:
      return reason;
  }
}
