import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { TriggerRequest } from "../../scheduler/instance-requests.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { TriggerJob } from "../../scheduler/started-run.ts";

/** The run whose code starts others. */
type StartingRun = Required<Pick<TriggerRequest, "startedBy">> & Pick<TriggerRequest, "traceparent">;

/** The scheduler as the code of a run has it: what is started by it is known to follow that run, and belongs to its trace. */
export function schedulerOfRun(scheduler: MoJobScheduler, run: StartingRun): MoJobScheduler {
  const { instances } = scheduler;
  const { startedBy } = run;
  const trigger = (job: never, args?: unknown, options: object = {}): unknown =>
    (scheduler.trigger as unknown as (...call: readonly unknown[]) => unknown)(job, args, {
      ...run,
      ...options,
    });
  const own: Partial<MoJobScheduler> = {
    trigger: trigger as unknown as TriggerJob,
    instances: over<InstanceService>(instances, {
      trigger: (key, request) => instances.trigger(key, { ...run, ...request }),
      triggerMany: (key, requests) =>
        instances.triggerMany(
          key,
          requests.map((request) => ({ ...run, ...request })),
        ),
      rerun: (id, request) => instances.rerun(id, { startedBy, ...request }),
    }),
    scoped: (app) => schedulerOfRun(scheduler.scoped(app), run),
    as: (...given) => schedulerOfRun(scheduler.as(...given), run),
  };
  return over(scheduler, own);
}

/** A service with some methods of its own. Those of a gate are no members of the object itself, so that it cannot be spread, and cannot be set. */
function over<Service extends object>(service: Service, own: Partial<Service>): Service {
  return Object.create(service, Object.getOwnPropertyDescriptors(own)) as Service;
}
