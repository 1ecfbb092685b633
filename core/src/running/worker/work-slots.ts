import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { PriorityQueue } from "../../waiting/line/priority-queue.ts";
import type { WorkSlots } from "../../ports/work-runner.ts";

interface Waiting {
  readonly priority: number;
  /** Is given whether it has its place; its later calls change nothing. */
  readonly resolve: (isPlaced: boolean) => void;
  isOver: boolean;
}

/**
 * Bounds how many attempts are under way at once of a runner, or of several that share it, over all tenants of a process.
 * Those beyond wait, the most urgent first, and the time they may take begins when they have a place.
 * @throws MoJobError `invalid_configuration` for a limit that is not a whole number above 0
 */
export function createWorkSlots(limit: number): WorkSlots {
  if (!Number.isInteger(limit) || limit < 1)
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      "Cannot bound what runs at once: the bound must be a whole number above 0",
    );
  const waiting = new PriorityQueue<Waiting>();
  let used = 0;

  const release = (): void => {
    for (let [next] = waiting.take(1); next !== undefined; [next] = waiting.take(1)) {
      if (next.isOver) continue;
      next.isOver = true;
      next.resolve(true);
      return;
    }
    used -= 1;
  };

  return {
    limit,
    take(priority, signal) {
      if (used < limit) {
        used += 1;
        return null;
      }
      return new Promise((resolve) => {
        const entry: Waiting = { priority, resolve, isOver: false };
        waiting.add(entry);
        const leave = (): void => {
          if (entry.isOver) return;
          entry.isOver = true;
          resolve(false);
        };
        if (signal.aborted) leave();
        else signal.addEventListener("abort", leave, { once: true });
      });
    },
    release,
  };
}
