import type { EventReader } from "./reader.ts";

/** The reader as a body: pulled piece by piece, ended by either side. */
export function createEventStream(reader: EventReader): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await reader.next();
        if (piece !== null) controller.enqueue(encoder.encode(piece));
        else if (!cancelled) controller.close();
      },
      cancel() {
        cancelled = true;
        reader.close();
      },
    },
    { highWaterMark: 1 },
  );
}
