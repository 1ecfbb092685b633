import { PROGRAM } from "../access/requester.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { isReservedId } from "../model/name/run-id.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { TriggerRequest } from "../scheduler/instance-requests.ts";
import type { Engine } from "./engine.ts";
import { resolveRunRequest } from "./instances/run-starter.ts";
import { findJob } from "./jobs/find-job.ts";

/** The workflow, or its like, in which the runtime itself started a run. */
export interface RunCarrier {
  /** The id its run gets. */
  readonly instanceId: string;
  /** The carrier's own id: on Temporal the workflow's id. */
  readonly id: string;
  /** The id of one execution of the carrier (on Temporal the workflow's run id): a retried call returns the same run. */
  readonly life: string;
}

/**
 * Records a run that was started in the runtime itself, which also dispatches it.
 * @throws MoJobError as `InstanceService.trigger`; `invalid_argument` where the id is one that the scheduler gives; `idempotency_mismatch` where the id belongs to another carrier's run
 */
export async function adoptRun(
  engine: Engine,
  jobKey: string,
  request: TriggerRequest,
  carrier: RunCarrier,
): Promise<JobInstance> {
  const { cache, creator } = engine;
  if (isReservedId(jobKey, carrier.instanceId)) throw reserved(jobKey, carrier.instanceId);
  const definition = await findJob(cache, PROGRAM, jobKey);
  const run = await resolveRunRequest(definition, request, engine);
  const adopted = { ...run, id: carrier.instanceId, carriedBy: carrier.id, fingerprint: carrier.life };
  return (await creator.createOne(adopted)).instance;
}

function reserved(jobKey: string, id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot start a run of job "${jobKey}" as "${id}": ids such as "<job>@<time>", "<another job>#<key>", "~…" and "mojob:…" are the scheduler's; give it another id`,
  );
}
