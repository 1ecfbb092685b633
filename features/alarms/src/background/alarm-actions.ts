import { isMoJobError, MoJobError, MoJobErrorCode, type MoJobScheduler } from "@mojob/core";
import type { Engine } from "@mojob/core/engine";
import { resolveRunRequest } from "@mojob/core/feature";
import { type JsonObject, ReasonCode, TriggerType } from "@mojob/core/ports";
import type { AlarmActions } from "./notifier.ts";

/** Creates the actions of alarm routes. @param scheduler is called once something is to be done */
export function alarmActions(engine: Engine, scheduler: () => MoJobScheduler): AlarmActions {
  return {
    start: (jobKey, id, args) => startNotice(engine, jobKey, id, args),
    rerun: async (runId, id, delayMs) => {
      // A task has what failed executed again, and what depends on it; where no node failed, all of it.
      const run = await scheduler().instances.get(runId);
      const isTask = run.history.some(({ reason }) => reason?.code === ReasonCode.Task);
      const mode = isTask ? { mode: { type: "smart" } as const } : {};
      await scheduler().instances.rerun(runId, { idempotencyKey: id, delayMs, ...mode });
    },
    pause: async (jobKey, until, note) => {
      try {
        await scheduler().jobs.pause(jobKey, { until, note, unlessPaused: true });
      } catch (error) {
        // The one who paused it has said for how long.
        if (!isMoJobError(error, MoJobErrorCode.AlreadyPaused)) throw error;
      }
    },
  };
}

/** Starts a run that sends a notice; one that was started before stays as it is. */
async function startNotice(engine: Engine, jobKey: string, id: string, args: JsonObject): Promise<void> {
  const definition = await engine.cache.get(jobKey);
  if (definition === null)
    throw new MoJobError(
      MoJobErrorCode.JobNotFound,
      `Cannot notify of an alarm through job "${jobKey}": there is no such job`,
    );
  const run = await resolveRunRequest(definition, { args }, engine);
  await engine.creator.create([{ ...run, id, trigger: { type: TriggerType.Alarm } }]);
}
