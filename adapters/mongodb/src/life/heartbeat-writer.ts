import { MongodbConnection } from "../connection/mongodb-connection.ts";
import { fromNow, STAMP } from "../connection/server-time.ts";
import { exactly } from "../documents/typed-filter.ts";
import type { KeptLease, LifeSettings } from "./life-protocol.ts";

/** Writes heartbeats of executors and prolongs leases over a connection of its own. */
export class HeartbeatWriter {
  readonly #connection: MongodbConnection;

  constructor({ url, options }: Pick<LifeSettings, "url" | "options">) {
    this.#connection = new MongodbConnection(url, options);
  }

  /** @param ids of the executors' documents; one that has left stays so */
  async write(ids: readonly string[], lastSeenAt: Date): Promise<void> {
    await this.#connection.collections.executors.updateMany(
      { _id: { $in: [...ids] }, left: exactly(false) },
      // Which runs they hold is not known here: those that were named may have ended, and others begun.
      { $set: { lastSeenAt }, $unset: { holds: "" }, $currentDate: STAMP },
    );
  }

  /** A lease that another holder has by now is left alone. */
  async prolong(leases: readonly KeptLease[]): Promise<void> {
    await this.#connection.collections.leases.bulkWrite(
      leases.map(({ name, holder, ttlMs }) => ({
        updateOne: {
          filter: { _id: exactly(name), holder: exactly(holder) },
          update: [{ $set: { expiresAt: fromNow(ttlMs) } }],
        },
      })),
    );
  }
}
