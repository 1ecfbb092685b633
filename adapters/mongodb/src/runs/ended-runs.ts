import {
  BEFORE_ALL_ENDS,
  encodeCursor,
  type EndedPage,
  type JobInstanceSummary,
  parseCursor,
} from "@mojob/core/ports";
import type { JobState } from "@mojob/core";
import { Timestamp } from "mongodb";
import { SUMMARY_PROJECTION, type SummaryDocument, toSummary } from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { greet, secondsOf, stampOf } from "../connection/server-time.ts";
import { endedBetween, type EndPosition } from "../documents/typed-filter.ts";

const { changedAt: _, ...PROJECTION } = SUMMARY_PROJECTION;

export interface EndedReading {
  readonly limit: number;
  readonly settledAfterSeconds: number;
  /** @default all */
  readonly states?: readonly JobState[];
  /** The position of the last that is read. @default all are */
  readonly until?: string;
}

type EndedDocument = SummaryDocument & { readonly changedAt: Timestamp };

/**
 * Reads ended runs in the order of the server's stamps, ties by id. The stamp of an ended run never changes, and ends
 * younger than `settledAfterSeconds` are left for a later call: until then a write that was stamped earlier could still
 * become visible, and a reader that had passed its place would never see it.
 *
 * It reads a second at a time, longer where nothing ended: some servers read a whole range before they apply a limit.
 */
export async function readEndedAfter(
  store: StoreHandle,
  tenant: string,
  position: string | null,
  { limit, settledAfterSeconds, states, until }: EndedReading,
): Promise<EndedPage> {
  const first = position === null ? null : parseEndPosition(position);
  const { now } = await greet(store);
  const last = until === undefined ? null : parseEndPosition(until);
  const settledSeconds = Math.floor(now.getTime() / 1000) - settledAfterSeconds;
  const horizonSeconds = last === null ? settledSeconds : Math.min(settledSeconds, secondsOf(last.at) + 1);
  const runs: JobInstanceSummary[] = [];
  let after = first ?? { at: stampOf(horizonSeconds), id: "" };
  for (let windowSeconds = 1; runs.length < limit && secondsOf(after.at) < horizonSeconds;) {
    const end = stampOf(Math.min(horizonSeconds, secondsOf(after.at) + windowSeconds));
    const room = limit - runs.length;
    const found = await store.collections.instances
      .find({
        ...endedBetween(tenant, after, end),
        ...(states !== undefined && { state: { $in: [...states] } }),
      })
      .project<EndedDocument>(PROJECTION)
      .sort({ changedAt: 1, id: 1 })
      .limit(room)
      .toArray();
    const read = last === null ? found : found.filter((run) => !isBehind(run, last));
    for (const { changedAt: _at, ...summary } of read) runs.push(toSummary(summary));
    const latest = read[room - 1];
    after = latest === undefined ? { at: end, id: "" } : { at: latest.changedAt, id: latest.id };
    if (found.length === 0) windowSeconds *= 2;
  }
  const isDone = until !== undefined && runs.length < limit;
  return { runs, position: isDone ? until : encodeEndPosition(after) };
}

function isBehind({ changedAt, id }: EndedDocument, last: EndPosition): boolean {
  return changedAt.greaterThan(last.at) || (changedAt.equals(last.at) && id > last.id);
}

/** @throws MoJobError `invalid_argument` */
export function parseEndPosition(position: string): EndPosition {
  if (position === BEFORE_ALL_ENDS) return { at: stampOf(0), id: "" };
  const [seconds, increment, id] = parseCursor(position, ["number", "number", "string"]);
  return { at: new Timestamp({ t: seconds, i: increment }), id };
}

function encodeEndPosition({ at, id }: EndPosition): string {
  return encodeCursor([at.getHighBitsUnsigned(), at.getLowBitsUnsigned(), id]);
}
