import { apiUrl } from "./call-api.ts";
import { browserClock } from "../time/clock.ts";

/** Reads wait no longer for a stream to begin. */
const MOST_MS = 1000;

let opened: EventSource | null = null;
let hasBegun = false;
let hasReadBefore = false;
let begun: Promise<void> = Promise.resolve();

/** Where events come from. */
export function openStream(): EventSource {
  return new EventSource(apiUrl("streamEvents", { query: { items: false } }));
}

/**
 * Opens the stream of a visit beside the session. What is read once it has begun needs not be read again because of what may have
 * happened before.
 */
export function openFirstStream(): void {
  if (document.visibilityState !== "visible") return;
  const source = openStream();
  opened = source;
  begun = new Promise((resolve) => {
    source.addEventListener("ready", () => {
      hasBegun = true;
      resolve();
    });
    source.addEventListener("error", () => resolve());
    browserClock.after(MOST_MS, resolve);
  });
}

/** Resolves when the reads of pages may begin. */
export async function streamBegun(): Promise<void> {
  await begun;
  hasReadBefore ||= !hasBegun;
}

export interface FirstStream {
  readonly source: EventSource;
  readonly hasBegun: () => boolean;
  /** Whether something was read before it began. */
  readonly hasReadBefore: () => boolean;
}

/** The stream that was opened first, for what follows it; `null` where there is none, or none any more. */
export function takeFirstStream(): FirstStream | null {
  const source = opened;
  opened = null;
  if (source === null || source.readyState === EventSource.CLOSED) return null;
  return { source, hasBegun: () => hasBegun, hasReadBefore: () => hasReadBefore };
}
