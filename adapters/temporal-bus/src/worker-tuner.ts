import type { SlotPermits } from "@mojob/temporal-link";
import type { WorkerTuner } from "@temporalio/worker";

/** The places of a worker that runs activities alone: the other sizes do not matter. */
export function activityTuner(permits: SlotPermits): WorkerTuner {
  const unused = { type: "fixed-size", numSlots: 1 } as const;
  return {
    activityTaskSlotSupplier: permits,
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}
