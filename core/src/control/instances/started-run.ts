import { Permission } from "../../access/permission.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JsonValue } from "../../base/json.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { hiddenIn, Payload } from "../../model/hidden.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { StartedRun, TriggerJob, TriggerOptions, WaitOptions } from "../../scheduler/started-run.ts";
import { keyOf } from "../../definition/job-key.ts";
import type { JobReference } from "../../scheduler/typed-job.ts";
import { failureText, reasonText } from "../../model/code/reason-text.ts";

/** Jobs that came from code which no longer declares them. */
interface LeftCode {
  has(key: string): boolean;
  onTriggered(run: JobInstance): void;
}

/**
 * `scheduler.trigger` over the service of runs.
 * @param app as of `keyOf`
 * @param storedKey the key by which the job is stored that the caller's app means by one
 * @param leftCode jobs that no process has the code of any more: their runs wait, and nobody waits with them
 */
export function createTrigger(
  instances: InstanceService,
  ended: (id: string, options?: WaitOptions) => Promise<JobInstance>,
  app: string | null,
  storedKey: (key: string) => string | Promise<string>,
  leftCode: LeftCode = { has: () => false, onTriggered: () => {} },
): TriggerJob {
  const trigger = async (
    job: string | JobReference<never, unknown>,
    args?: unknown,
    options: TriggerOptions = {},
  ): Promise<StartedRun<JsonValue>> => {
    const key = storedKey(keyOf(job, app));
    const instance = await instances.trigger(typeof key === "string" ? key : await key, {
      ...options,
      ...(args !== undefined && args !== null && { args }),
    });
    const { id } = instance;
    if (leftCode.has(instance.jobKey)) leftCode.onTriggered(instance);
    return {
      id,
      instance,
      result: async (waiting) => {
        if (leftCode.has(instance.jobKey)) assertEnded(await instances.get(id));
        return resultOf(await ended(id, waiting));
      },
      cancel: (request) => instances.cancel(id, request),
    };
  };
  // Which job it is called with decides types alone.
  return trigger as TriggerJob;
}

/** @throws MoJobError `left_code` for a run that nothing can run */
function assertEnded(run: JobInstance): void {
  if (isTerminal(run.state)) return;
  throw new MoJobError(
    MoJobErrorCode.LeftCode,
    `Cannot wait for run "${run.id}": job "${run.jobKey}" is no longer in the code of app "${run.app}"; the run is kept until the code has it again`,
  );
}

const FAILED_ENDS: Readonly<Partial<Record<JobState, MoJobErrorCode>>> = {
  [JobState.Terminated]: MoJobErrorCode.RunFailed,
  [JobState.Skipped]: MoJobErrorCode.RunSkipped,
  [JobState.Cancelled]: MoJobErrorCode.Cancelled,
};

/** The result of a run that has ended. @throws MoJobError `run_failed`, `run_skipped`, `cancelled`; `forbidden` where it is hidden */
export function resultOf(run: JobInstance): JsonValue {
  if (hiddenIn(run).includes(Payload.Result))
    throw new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot read the result of run "${run.id}": the permission "${Permission.ReadPayloads}" is needed in app "${run.app}"`,
    );
  const code = FAILED_ENDS[run.state];
  if (code === undefined) return run.result;
  const reason = run.cancelReason ?? run.reason;
  const why = run.error !== null ? failureText(run.error) : reason !== null ? reasonText(reason) : "";
  throw new MoJobError(
    code,
    `Run "${run.id}" of job "${run.jobKey}" ended as ${run.state}${why === "" ? "" : `: ${why}`}`,
    run.error === null ? {} : { cause: run.error },
  );
}
