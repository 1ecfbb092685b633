import { browserClock } from "../time/clock.ts";
import { apiRoot } from "./api-root.ts";

const EVERY_MS = 2000;

/** Resolves once the server responds; asks every two seconds until then. */
export async function serverReturns(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(apiRoot(), { cache: "no-store", signal }).catch(() => null);
    if (answer?.ok) return;
    await new Promise<void>((resolve) => browserClock.after(EVERY_MS, resolve));
  }
}
