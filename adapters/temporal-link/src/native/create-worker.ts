import { Worker, type WorkerOptions } from "@temporalio/worker";
import { isServerError, toTemporalError } from "../temporal-error.ts";

/**
 * Creates a native worker.
 * @throws MoJobError `invalid_configuration` where the server refuses, such as for a namespace that does not exist;
 * `runtime_unavailable`; and what is wrong with the options
 */
export async function createWorker(options: WorkerOptions, address: string): Promise<Worker> {
  try {
    return await Worker.create(options);
  } catch (error) {
    if (!isServerError(error)) throw error;
    throw toTemporalError(
      `start a worker in namespace "${options.namespace}" of Temporal at "${address}"`,
      error,
    );
  }
}
