import { byteLength, type JobInstance, JobState, type JsonValue, truncateText } from "@mojob/core";
import type { RunStanding } from "../workflows/protocol.ts";

/** A payload beyond Temporal's limit would be tried for ever; what is kept is in the record. */
const LONGEST_ANSWER_BYTES = 1024 * 1024;
const PREVIEW_CHARACTERS = 1000;
const LONGEST_MESSAGE_BYTES = 256 * 1024;

/** Where a run stands by its record, as the workflow that follows it wants to know. */
export function standingOf(record: JobInstance): RunStanding {
  switch (record.state) {
    case JobState.Processing:
      return { next: "wait" };
    case JobState.Scheduled:
      return { next: "attempt", attempt: 1, dueAt: record.scheduledFor?.toISOString() ?? null };
    case JobState.Enqueued:
      return { next: "attempt", attempt: 1, dueAt: null };
    case JobState.Failed:
      return {
        next: "attempt",
        attempt: record.attempt + 1,
        dueAt: record.retryAt?.toISOString() ?? null,
      };
    default:
      return {
        next: "ended",
        state: record.state,
        result: withinLimit(record.result),
        failure: {
          code: record.error?.code ?? record.state,
          message: truncateText(
            record.error?.message ?? record.reason ?? `The run ended as ${record.state}`,
            LONGEST_MESSAGE_BYTES,
          ),
        },
      };
  }
}

function withinLimit(result: JsonValue): JsonValue {
  if (result === null) return null;
  const text = JSON.stringify(result);
  if (text.length <= LONGEST_ANSWER_BYTES / 3) return result;
  const bytes = byteLength(text);
  return bytes <= LONGEST_ANSWER_BYTES
    ? result
    : { truncated: true, bytes, preview: text.slice(0, PREVIEW_CHARACTERS) };
}
