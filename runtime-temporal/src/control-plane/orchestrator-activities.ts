import { isMoJobError } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import { startHeartbeat } from "@mojob/temporal-link";
import { Context } from "@temporalio/activity";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import type { OrchestratorActivities } from "../workflows/protocol.ts";
import { failActivity } from "./activity-failure.ts";
import { holdDuty } from "./hold-duty.ts";
import { recordRun } from "./record-run.ts";
import { readStanding, recoverRuns } from "./recover-runs.ts";
import type { TenantPlanes } from "./tenant-planes.ts";

const HEARTBEAT_MS = 1000;
const HEARTBEATS_PER_TAKEOVER = 4;
/** `takeoverMs` of a duty that states none. */
const TAKEOVER_MS = 30_000;

export interface OrchestratorActivitiesOptions {
  readonly planes: TenantPlanes;
  /** Shows a duty as this process's; the returned function is called when it has it no longer. */
  readonly showDuty: (tenant: string, duty: string) => () => void;
  readonly clock: Clock;
  /** Aborts when the control plane stops. */
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** The activities of a control plane for the workflows of its tenants. */
export function createOrchestratorActivities(options: OrchestratorActivitiesOptions): OrchestratorActivities {
  const { planes, showDuty, clock, stopping, onError } = options;
  return {
    recordRun: (start, life) => recordRun(planes, start, life),

    async recoverRuns(lost) {
      const stopHeartbeat = startHeartbeat(Context.current(), { clock, everyMs: HEARTBEAT_MS });
      try {
        return await recoverRuns(planes.get(lost.tenant), lost);
      } finally {
        stopHeartbeat();
      }
    },

    async cancelRun({ tenant, instanceId }) {
      const plane = planes.get(tenant);
      await plane.scheduler.instances.cancel(instanceId, { by: "Temporal" }).catch((error: unknown) => {
        if (!isMoJobError(error, "already_terminal")) failActivity(error);
      });
      return readStanding(plane, instanceId);
    },

    listDuties: async (tenant) =>
      planes.get(tenant).duties.map(({ name, takeoverMs = TAKEOVER_MS }) => ({ name, takeoverMs })),

    async runDuty({ tenant, name }) {
      const context = Context.current();
      const duty = planes.get(tenant).duties.find((one) => one.name === name);
      if (duty === undefined) {
        const message = `Cannot run duty "${name}": this control plane's version does not have it`;
        throw ApplicationFailure.retryable(message, "duty_not_found");
      }
      const everyMs = (duty.takeoverMs ?? TAKEOVER_MS) / HEARTBEATS_PER_TAKEOVER;
      const stopHeartbeat = startHeartbeat(context, { clock, everyMs, details: name });
      const stopShowing = showDuty(tenant, name);
      const signal = AbortSignal.any([context.cancellationSignal, stopping]);
      try {
        const pass = await holdDuty(duty, { clock, signal });
        if (context.cancellationSignal.aborted)
          throw new CancelledFailure("The duty is run again from what is stored");
        // Thrown, so that another control plane gets the duty at once.
        if (stopping.aborted) throw ApplicationFailure.retryable("The control plane is stopping", "stopping");
        return pass;
      } catch (error) {
        if (!signal.aborted) onError(error);
        throw error;
      } finally {
        stopShowing();
        stopHeartbeat();
      }
    },
  };
}
