import { defineRecords, type RecordDefinition } from "../model/record/record-definition.ts";
import type { IMoRecordStore } from "../ports/record-store.ts";
import type { IMoWorkerNames, NamedWorker } from "../ports/worker-names.ts";

const KEPT_MS = 90 * 86_400_000;

interface WorkerName extends NamedWorker {
  /** When it was last remembered. */
  readonly seenAt: Date;
  readonly revision: number;
}

export const WORKER_NAMES: RecordDefinition<WorkerName, "seenAt"> = defineRecords({
  name: "worker_names",
  key: ({ id }: WorkerName) => id,
  fields: { seenAt: "time" },
  indexes: { seen: { seenAt: 1 } },
});

/** Keeps the names of workers as records. */
export class WorkerNames implements IMoWorkerNames {
  readonly #records: IMoRecordStore<WorkerName, "seenAt">;

  constructor(records: IMoRecordStore<WorkerName, "seenAt">) {
    this.#records = records;
  }

  async remember(worker: NamedWorker, now: Date): Promise<void> {
    const { tenant, id } = worker;
    const [known = null] = await this.#records.get(tenant, [id]);
    await this.#records.put([{ ...worker, seenAt: now, revision: (known?.revision ?? 0) + 1 }]);
    await this.#records.remove(tenant, { seenAt: { before: new Date(now.getTime() - KEPT_MS) } });
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly NamedWorker[]> {
    const found = await this.#records.get(tenant, ids);
    return found.filter((one) => one !== null);
  }
}
