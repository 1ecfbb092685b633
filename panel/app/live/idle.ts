import { browserClock } from "../time/clock.ts";

const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "focus"] as const;

let usedAt: number | null = null;

/** How long nobody has moved the pointer, typed or scrolled here; listening begins with the first call. */
export function idleMs(): number {
  if (usedAt === null)
    for (const sign of SIGNS) addEventListener(sign, noteUse, { passive: true, capture: true });
  usedAt ??= browserClock.now();
  return browserClock.now() - usedAt;
}

function noteUse(): void {
  usedAt = browserClock.now();
}
