import { type Document, Timestamp } from "mongodb";
import type { StoreHandle } from "./mongodb-connection.ts";

/** Where it stands in a document being inserted, the server puts its own time there. */
export const SERVER_TIME: Timestamp = new Timestamp({ t: 0, i: 0 });

/** As part of an update: the server stamps the document. */
export const STAMP: { readonly changedAt: { readonly $type: "timestamp" } } = {
  changedAt: { $type: "timestamp" },
};

/** As part of a pipeline update: an instant of the server's clock. */
export function fromNow(ms: number): Document {
  return { $dateAdd: { startDate: "$$NOW", unit: "millisecond", amount: Math.round(ms) } };
}

/** A write is visible this long after its stamp at the latest; what is older does not change any more. */
export const SETTLED_AFTER_SECONDS = 10;

/** The first stamp of a second of the server's time. */
export function stampOf(seconds: number): Timestamp {
  return new Timestamp({ t: Math.max(0, seconds), i: 0 });
}

export function secondsOf(stamp: Timestamp): number {
  return stamp.getHighBitsUnsigned();
}

export interface ServerHello {
  readonly now: Date;
  readonly hasChangeStreams: boolean;
  /** From where a change stream would begin now. */
  readonly operationTime: Timestamp | null;
}

export async function greet({ db }: StoreHandle): Promise<ServerHello> {
  const { localTime, setName, msg, operationTime } = await db.command({ hello: 1 });
  return {
    now: localTime as Date,
    // A member of a replica set, or a router of a sharded cluster.
    hasChangeStreams: setName !== undefined || msg === "isdbgrid",
    operationTime: (operationTime as Timestamp | undefined) ?? null,
  };
}
