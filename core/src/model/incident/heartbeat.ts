import * as v from "valibot";
import { alarmIdSchema } from "./selector.ts";

const MOST_HEARTBEATS = 500;
const A_DAY_MS = 24 * 3_600_000;
const LEAST_MS = 60_000;

/** The states in reports of something that runs elsewhere. */
export const PingState = {
  /** It has begun; its end is to follow within the grace. */
  Start: "start",
  Success: "success",
  Failure: "failure",
} as const;
export type PingState = (typeof PingState)[keyof typeof PingState];

/** Something that runs elsewhere and is to report: where it does not, an incident is opened. */
export interface HeartbeatRequest {
  readonly id: string;
  readonly app: string;
  /** When it is to report; `null` where it is to do so every so often. */
  readonly cron: string | null;
  readonly everyMs: number | null;
  /** An IANA name, of `cron`. @default "UTC" */
  readonly timeZone: string;
  /** How much later it may be, and how long it may take where it reports its start. @default 5 minutes */
  readonly graceMs: number;
  readonly note: string | null;
}

/** A heartbeat as it is kept. */
export interface Heartbeat extends HeartbeatRequest {
  /** The secret part of the address to which it reports. */
  readonly token: string;
  /** The time from which on it is expected. */
  readonly createdAt: string;
}

/** The latest reports of a heartbeat. */
export interface Pings {
  readonly state: PingState;
  readonly at: Date;
  /** When it last succeeded; `null` where it has not. */
  readonly succeededAt: Date | null;
}

const entries = {
  id: alarmIdSchema,
  app: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  cron: v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))), null),
  everyMs: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(LEAST_MS), v.maxValue(366 * A_DAY_MS))),
    null,
  ),
  timeZone: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)), "UTC"),
  graceMs: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(LEAST_MS), v.maxValue(30 * A_DAY_MS)),
    5 * LEAST_MS,
  ),
  note: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500))), null),
} as const;

/** A list of heartbeats as a request has it. */
export const heartbeatRequestsSchema: v.GenericSchema<unknown, readonly HeartbeatRequest[]> = v.pipe(
  v.array(
    v.pipe(
      v.strictObject(entries),
      v.forward(
        v.check(
          ({ cron, everyMs }) => (cron === null) !== (everyMs === null),
          "It reports by a cron expression or every so often: name one of cron and everyMs",
        ),
        ["cron"],
      ),
    ),
  ),
  v.maxLength(MOST_HEARTBEATS),
  v.check(
    (heartbeats) => new Set(heartbeats.map(({ id }) => id)).size === heartbeats.length,
    "Two heartbeats have one id; each has its own",
  ),
);

/** Heartbeats as they are kept. */
export const heartbeatsSchema: v.GenericSchema<unknown, readonly Heartbeat[]> = v.array(
  v.strictObject({ ...entries, token: v.string(), createdAt: v.string() }),
);
