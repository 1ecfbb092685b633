import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { TriggerJob } from "../../scheduler/started-run.ts";

/** The scheduler as the code of a run has it: what is started by it is known to follow that run. */
export function schedulerOfRun(scheduler: MoJobScheduler, startedBy: string): MoJobScheduler {
  const { instances } = scheduler;
  const trigger = (job: never, args?: unknown, options: object = {}): unknown =>
    (scheduler.trigger as unknown as (...call: readonly unknown[]) => unknown)(job, args, {
      startedBy,
      ...options,
    });
  const own: Partial<MoJobScheduler> = {
    trigger: trigger as unknown as TriggerJob,
    instances: {
      ...instances,
      trigger: (key, request) => instances.trigger(key, { startedBy, ...request }),
      triggerMany: (key, requests) =>
        instances.triggerMany(
          key,
          requests.map((request) => ({ startedBy, ...request })),
        ),
      rerun: (id, request) => instances.rerun(id, { startedBy, ...request }),
    },
    scoped: (app) => schedulerOfRun(scheduler.scoped(app), startedBy),
    as: (...given) => schedulerOfRun(scheduler.as(...given), startedBy),
  };
  return Object.assign(Object.create(scheduler) as MoJobScheduler, own);
}
