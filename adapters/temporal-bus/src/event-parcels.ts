import { byteLength, MoJobError, MoJobErrorCode, type MoEvent } from "@mojob/core";

/** Temporal refuses what is over 2 MiB, and a refused answer is tried again for ever: this stays well below. */
const MAX_EVENT_BYTES = 256 * 1024;
const MAX_PARCEL_BYTES = 512 * 1024;
const MAX_PARCEL_EVENTS = 100;

/**
 * Cuts what is published together into what one workflow carries.
 *
 * @throws MoJobError `invalid_argument` for an event that is too large
 */
export function toParcels(topic: string, events: readonly MoEvent[]): readonly (readonly MoEvent[])[] {
  const parcels: MoEvent[][] = [];
  let parcel: MoEvent[] = [];
  let parcelBytes = 0;
  for (const event of events) {
    const bytes = byteLength(JSON.stringify(event));
    if (bytes > MAX_EVENT_BYTES) throw tooLarge(topic, event, bytes);
    if (
      parcel.length === MAX_PARCEL_EVENTS ||
      parcelBytes + bytes > MAX_PARCEL_BYTES ||
      parcels.length === 0
    ) {
      parcel = [];
      parcelBytes = 0;
      parcels.push(parcel);
    }
    parcel.push(event);
    parcelBytes += bytes;
  }
  return parcels;
}

function tooLarge(topic: string, { id }: MoEvent, bytes: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot publish event "${id}" on "${topic}": it takes ${bytes} bytes as JSON; keep it within ${MAX_EVENT_BYTES}`,
  );
}
