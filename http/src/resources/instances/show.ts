import { isMoJobError, type JobInstance, type JobInstanceSummary, MoJobErrorCode } from "@mojob/core";
import { LoopTurns } from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { type InstanceContext, type InstanceJson, instanceJson } from "./json.ts";

/** The methods that a route uses which shows runs. */
export const SHOWING_RUNS = ["jobs.names", "instances.waitingForWorker", "instances.workerNames"] as const;

type ShowingScheduler = UsedScheduler<(typeof SHOWING_RUNS)[number]>;

/** Reads what runs are shown with: the names of their jobs, and which of them wait for a worker. */
export async function readInstanceContext(
  { jobs, instances }: ShowingScheduler,
  shown: readonly JobInstanceSummary[],
): Promise<InstanceContext> {
  try {
    const [names, waitingForWorker, workerNames] = await Promise.all([
      jobs.names(shown.map(({ jobKey }) => jobKey)),
      instances.waitingForWorker(shown),
      instances.workerNames(shown),
    ]);
    return { names, waitingForWorker, workerNames };
  } catch (error) {
    // A run that was read is shown, also while what belongs to its job cannot be read.
    if (isMoJobError(error, MoJobErrorCode.StoreUnavailable)) return NOTHING_KNOWN;
    throw error;
  }
}

const NOTHING_KNOWN: InstanceContext = {
  names: new Map(),
  waitingForWorker: new Set(),
  workerNames: new Map(),
};

/**
 * A run as JSON, with its job's name and what it waits for. Its arguments and its result may have a megabyte each: of many that are shown at
 * once, each stretch of texts is made in a turn of the event loop of its own.
 */
export async function showInstance(
  scheduler: ShowingScheduler,
  instance: JobInstance,
): Promise<InstanceJson> {
  const context = await readInstanceContext(scheduler, [instance]);
  await LoopTurns.of(systemClock, scheduler.tenant).take();
  return instanceJson(instance, context);
}

/** The value of `Location` for a run. */
export function instanceLocation({ basePath }: ApiContext, id: string): string {
  return `${basePath}${API_BASE}/instances/${encodeURIComponent(id)}`;
}
