import { AppSet } from "../../access/app-set.ts";
import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { DrainRequest, ExecutorRecord } from "../../model/executor-record.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";

export interface DrainWorkerOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors">;
  readonly clock: Clock;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/**
 * Asks a worker to take no new runs, or to take them again; resolves to its record with what was asked.
 * @throws MoJobError `worker_not_found`
 */
export async function drainWorker(
  requester: Requester,
  id: string,
  isDrained: boolean,
  { tenant, store, clock, workers }: DrainWorkerOptions,
): Promise<ExecutorRecord> {
  const worker = (await workers(AppSet.ALL)).find((one) => one.id === id);
  if (worker === undefined || !requester.finds(worker.app)) throw unknownWorker(id);
  const { drain, ...record } = worker;
  // Asked twice, the first request stands.
  const request: DrainRequest | null = isDrained ? (drain ?? { at: clock.now(), by: requester.by }) : null;
  if (!(await store.executors.drain(tenant, id, request))) throw unknownWorker(id);
  return { ...record, ...(request !== null && { drain: request }) };
}

function unknownWorker(id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.WorkerNotFound,
    `Cannot find worker "${id}": no worker that is online has this id`,
  );
}
