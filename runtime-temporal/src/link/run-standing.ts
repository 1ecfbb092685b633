import { destinationOf, retriesOf } from "@mojob/core/engine";
import { reasonText } from "@mojob/core/words";
import { type JobInstance, JobState, type JsonValue } from "@mojob/core";
import { byteLength, isParked, truncateText } from "@mojob/core/ports";
import type { RunStanding } from "../workflows/protocol.ts";

/** Temporal retries a payload beyond its limit for ever; the record has the whole result. */
const MAX_RESULT_BYTES = 1024 * 1024;
const PREVIEW_CHARACTERS = 1000;
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Where a run stands by its record, for the workflow that follows it. */
export function standingOf(record: JobInstance): RunStanding {
  if (isParked(record)) return { next: "wait", isQueued: true };
  const { lane } = record;
  const where = { lane, ...(record.routing !== null && { executor: destinationOf(record).executor }) };
  switch (record.state) {
    case JobState.Processing:
      return { next: "wait" };
    case JobState.Scheduled:
      return {
        next: "attempt",
        attempt: record.attempt + 1,
        retry: 0,
        dueAt: record.scheduledFor?.toISOString() ?? null,
        ...where,
      };
    case JobState.Enqueued:
      return { next: "attempt", attempt: record.attempt + 1, retry: 0, dueAt: null, ...where };
    case JobState.Failed:
      return {
        next: "attempt",
        attempt: record.attempt + 1,
        retry: retriesOf(record) + 1,
        dueAt: record.retryAt?.toISOString() ?? null,
        ...where,
      };
    default:
      return {
        next: "ended",
        state: record.state,
        result: withinLimit(record.result),
        failure: {
          code: record.error?.code ?? record.state,
          message: truncateText(
            record.error?.message ??
              (record.reason && reasonText(record.reason)) ??
              `The run ended as ${record.state}`,
            MAX_MESSAGE_BYTES,
          ),
        },
      };
  }
}

function withinLimit(result: JsonValue): JsonValue {
  if (result === null) return null;
  const text = JSON.stringify(result);
  if (text.length <= MAX_RESULT_BYTES / 3) return result;
  const bytes = byteLength(text);
  return bytes <= MAX_RESULT_BYTES
    ? result
    : { truncated: true, bytes, preview: text.slice(0, PREVIEW_CHARACTERS) };
}
