import { byteLength, type MoEvent, MoJobError, MoJobErrorCode } from "@mojob/core/ports";

/** Temporal refuses payloads over 2 MiB, and retries a refused response for ever: this stays well below. */
const MAX_EVENT_BYTES = 256 * 1024;
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_BATCH_EVENTS = 100;

/**
 * Divides what is published together into what one workflow delivers.
 *
 * @throws MoJobError `invalid_argument` for an event that is too large
 */
export function toBatches(topic: string, events: readonly MoEvent[]): readonly (readonly MoEvent[])[] {
  const batches: MoEvent[][] = [];
  let batch: MoEvent[] = [];
  let batchBytes = 0;
  for (const event of events) {
    const bytes = byteLength(JSON.stringify(event));
    if (bytes > MAX_EVENT_BYTES) throw tooLarge(topic, event, bytes);
    const isFull = batch.length === MAX_BATCH_EVENTS || batchBytes + bytes > MAX_BATCH_BYTES;
    if (isFull || batches.length === 0) {
      batch = [];
      batchBytes = 0;
      batches.push(batch);
    }
    batch.push(event);
    batchBytes += bytes;
  }
  return batches;
}

function tooLarge(topic: string, { id }: MoEvent, bytes: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot publish event "${id}" on "${topic}": it takes ${bytes} bytes as JSON; keep it within ${MAX_EVENT_BYTES}`,
  );
}
