import type { IMoLogStore, JobLogLine } from "@mojob/core/ports";
import { A_DAY_MS, documentId } from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { LogDocument } from "../documents/mongodb-documents.ts";
import type { RetentionAges } from "../runs/retention-ages.ts";
import { toPartialWrite } from "../connection/store-error.ts";
import { exactly } from "../documents/typed-filter.ts";

/** Lines go with their run; what no sweep saw goes this much later than the longest retention. */
const SPARE_DAYS = 30;

/** Keeps log lines, one document each; the number in `_id` makes a repeat harmless. */
export class LogStoreMongodb implements IMoLogStore {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;

  constructor(store: StoreHandle, ages: RetentionAges) {
    this.#store = store;
    this.#ages = ages;
  }

  async append(lines: readonly JobLogLine[]): Promise<void> {
    if (lines.length === 0) return;
    const { logs } = this.#store.collections;
    const documents = lines.map((line) => this.#toDocument(line));
    await this.#store.call("write log lines", () =>
      // A line that is there already was written by a try whose response was lost.
      logs.insertMany(documents, { ordered: false }).catch(toPartialWrite),
    );
  }

  async cut(mark: JobLogLine, upTo: number): Promise<void> {
    const { logs } = this.#store.collections;
    const document = this.#toDocument(mark);
    const { tenant, instanceId, seq } = mark;
    await this.#store.call("cut a log", async () => {
      // The mark comes first: where the second command fails there are more lines than it says, never fewer without it.
      await logs.replaceOne({ _id: document._id }, document, { upsert: true });
      await logs.deleteMany({
        tenant: exactly(tenant),
        instanceId: exactly(instanceId),
        seq: { $gt: seq, $lte: upTo },
      });
    });
  }

  async list(
    tenant: string,
    instanceId: string,
    after: number,
    limit: number,
  ): Promise<readonly JobLogLine[]> {
    const { logs } = this.#store.collections;
    const found = await this.#store.call("read log lines", () =>
      logs
        .find({ tenant: exactly(tenant), instanceId: exactly(instanceId), seq: { $gt: after } })
        .sort({ seq: 1 })
        .limit(limit)
        .toArray(),
    );
    return found.map(({ _id, expiresAt, ...line }) => line);
  }

  #toDocument(line: JobLogLine): LogDocument {
    const keptMs = (this.#ages.longest(line.tenant) + SPARE_DAYS) * A_DAY_MS;
    return {
      _id: documentId(line.tenant, `${line.instanceId}/${line.seq}`),
      ...line,
      expiresAt: new Date(Math.max(Date.now(), line.at.getTime()) + keptMs),
    };
  }
}
