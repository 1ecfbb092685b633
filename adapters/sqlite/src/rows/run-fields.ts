import { fromTaggedJson, type JobInstance, type Reason, toTaggedJson } from "@mojob/core/ports";
import { type ReasonRow, toReason, toReasonRow } from "./reason-row.ts";
import type { SqlValue } from "./sql-value.ts";
import { STATE_CODES, stateOf } from "./state-code.ts";

interface Codec {
  encode(value: never): SqlValue;
  decode(stored: never): unknown;
}

/** One field of a run and the column it is kept in. */
export interface RunField {
  readonly name: Exclude<
    keyof JobInstance,
    "tenant" | "app" | "jobKey" | "lane" | "worker" | "slot" | "history"
  >;
  readonly column: string;
  readonly codec: Codec;
  /** Whether lists show it. */
  readonly isListed: boolean;
}

const PLAIN: Codec = { encode: (value: SqlValue) => value, decode: (stored: SqlValue) => stored };
const INSTANT: Codec = {
  encode: (value: Date | null) => (value === null ? null : value.getTime()),
  decode: (stored: number | null) => (stored === null ? null : new Date(stored)),
};
const JSON_TEXT: Codec = {
  encode: (value: unknown) => (value === null ? null : JSON.stringify(value)),
  decode: (stored: string | null): unknown => (stored === null ? null : JSON.parse(stored)),
};
const TAGGED: Codec = {
  encode: (value: unknown) => (value === null ? null : toTaggedJson(value)),
  decode: (stored: string | null) => (stored === null ? null : fromTaggedJson(stored)),
};
const REASON: Codec = {
  encode: (value: Reason | null) => (value === null ? null : JSON.stringify(toReasonRow(value))),
  decode: (stored: string | null) => (stored === null ? null : toReason(JSON.parse(stored) as ReasonRow)),
};
const STATE: Codec = { encode: (value: keyof typeof STATE_CODES) => STATE_CODES[value], decode: stateOf };
const KIND: Codec = {
  encode: (value: string) => (value === "recurring" ? 0 : 1),
  decode: (stored: number) => (stored === 0 ? "recurring" : "triggered"),
};

type FieldRow = readonly [column: string, codec: Codec, isListed?: false];

/**
 * The fields of a run that are stored as they are. What is not here is named by number (tenant, app, job, worker), short
 * where it says nothing new (lane), given by an admission (slot), or grows (history).
 */
const FIELDS: Readonly<Record<RunField["name"], FieldRow>> = {
  id: ["id", PLAIN],
  kind: ["kind", KIND],
  state: ["state", STATE],
  reason: ["reason", REASON],
  trigger: ["trigger", TAGGED],
  priority: ["priority", PLAIN],
  argsPreview: ["args_preview", PLAIN],
  scheduledFor: ["scheduled_for", INSTANT],
  createdAt: ["created_at", INSTANT],
  updatedAt: ["updated_at", INSTANT],
  enqueuedAt: ["enqueued_at", INSTANT],
  startedAt: ["started_at", INSTANT],
  completedAt: ["completed_at", INSTANT],
  attempt: ["attempt", PLAIN],
  retryCount: ["retry_count", PLAIN],
  retryAt: ["retry_at", INSTANT],
  dispatchId: ["dispatch_id", PLAIN],
  cancelRequestedAt: ["cancel_requested_at", INSTANT],
  cancelReason: ["cancel_reason", REASON],
  progress: ["progress", TAGGED],
  errorSummary: ["error_summary", PLAIN],
  missed: ["missed", TAGGED],
  abandoned: ["abandoned", TAGGED],
  part: ["part", JSON_TEXT],
  usage: ["usage", JSON_TEXT],
  // Fields that lists do not show are last.
  args: ["args", JSON_TEXT, false],
  result: ["result", JSON_TEXT, false],
  error: ["error", JSON_TEXT, false],
  claim: ["claim", PLAIN, false],
  fingerprint: ["fingerprint", PLAIN, false],
  uniqueKey: ["unique_key", PLAIN, false],
  routing: ["routing", JSON_TEXT, false],
  fairShare: ["fair_share", JSON_TEXT, false],
  turn: ["turn", PLAIN, false],
  usageSeries: ["usage_series", JSON_TEXT, false],
};

/** The fields in the order of a row. */
export const RUN_FIELDS: readonly RunField[] = Object.entries(FIELDS).map(
  ([name, [column, codec, isListed = true]]) => ({ name: name as RunField["name"], column, codec, isListed }),
);

/** How many fields of `RUN_FIELDS`, from the first, lists show. */
export const LISTED_FIELDS: number = RUN_FIELDS.filter(({ isListed }) => isListed).length;

const POSITIONS: ReadonlyMap<string, number> = new Map(RUN_FIELDS.map(({ name }, index) => [name, index]));

/** Where a field stands in a row. */
export function fieldAt(name: RunField["name"]): number {
  return POSITIONS.get(name) ?? -1;
}
