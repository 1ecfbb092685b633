import { MongodbConnection } from "../connection/mongodb-connection.ts";
import { STAMP } from "../connection/server-time.ts";
import { exactly } from "../documents/typed-filter.ts";
import type { LifeSettings } from "./life-protocol.ts";

/** Writes heartbeats of executors over a connection of its own. */
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
}
