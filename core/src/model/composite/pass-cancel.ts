import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { isTerminal } from "../instance/job-state.ts";
import { cancelled } from "../reason.ts";
import { cancelOpen } from "../waiting/cancel-open.ts";
import type { StoredParts } from "./composite.ts";

/** A cancel that was asked of a run is asked of its open parts, with its reason. */
export function passCancel(
  { cancelRequestedAt, cancelReason }: JobInstance,
  parts: StoredParts,
  at: Date,
): readonly InstanceChange[] {
  if (cancelRequestedAt === null) return [];
  return [...parts.values()].flatMap((part) =>
    part === null || isTerminal(part.state) || part.cancelRequestedAt !== null
      ? []
      : [cancelOpen(part, at, cancelReason ?? cancelled())],
  );
}
