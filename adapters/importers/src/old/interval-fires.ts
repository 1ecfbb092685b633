import type { OldFires } from "./old-fires.ts";

/** Fires at equal distances through `anchorMs`. */
export function intervalFires(everyMs: number, anchorMs: number): OldFires {
  const first = (fromMs: number): number => fromMs + ((((anchorMs - fromMs) % everyMs) + everyMs) % everyMs);
  return {
    *between(fromMs, toMs) {
      for (let at = first(fromMs); at < toMs; at += everyMs) yield at;
    },
    count: (fromMs, toMs) => Math.max(0, Math.ceil((toMs - first(fromMs)) / everyMs)),
  };
}
