import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { DrainRequest, ExecutorRecord } from "../../model/executor-record.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";

export interface DrainWorkerOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors">;
  readonly clock: Clock;
  /** Who asks. */
  readonly by: string | null;
  /** The workers that the caller sees. */
  readonly workers: () => Promise<readonly ExecutorRecord[]>;
}

/**
 * Asks a worker to take no new runs, or to take them again; resolves to its record with what was asked.
 * @throws MoJobError `worker_not_found`
 */
export async function drainWorker(
  id: string,
  isDrained: boolean,
  { tenant, store, clock, by, workers }: DrainWorkerOptions,
): Promise<ExecutorRecord> {
  const worker = (await workers()).find((one) => one.id === id);
  if (worker === undefined) throw unknownWorker(id);
  const { drain, ...record } = worker;
  // Asked twice, the first request stands.
  const request: DrainRequest | null = isDrained ? (drain ?? { at: clock.now(), by }) : null;
  if (!(await store.executors.drain(tenant, id, request))) throw unknownWorker(id);
  return { ...record, ...(request !== null && { drain: request }) };
}

function unknownWorker(id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.WorkerNotFound,
    `Cannot find worker "${id}": no worker that is online has this id`,
  );
}
