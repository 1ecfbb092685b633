/** A run that takes a place of its app. */
export interface WaitingRun {
  readonly begin: number;
  readonly durationMs: number;
}

/** What becomes of runs that need more places than there are. */
export interface Drained {
  /** How long the last waits that begins in the storm, in milliseconds. */
  readonly waitMs: number;
  /** When nothing waits any more; `null` where that is not before the end of the runs that are known. */
  readonly atMs: number | null;
}

/**
 * Lets runs take places in the order in which they begin.
 * @param runs ascending; those of the storm begin in [stormMs, stormMs + lengthMs)
 */
export function drain(
  runs: Iterable<WaitingRun>,
  places: number,
  { stormMs, lengthMs }: { readonly stormMs: number; readonly lengthMs: number },
): Drained {
  const freeAt = new FreePlaces(places);
  let waitMs = 0;
  let lastBegin = stormMs;
  for (const { begin, durationMs } of runs) {
    const took = freeAt.take(begin, durationMs);
    const isOfStorm = begin >= stormMs && begin < stormMs + lengthMs;
    if (isOfStorm) waitMs = Math.max(waitMs, took - begin);
    if (begin >= stormMs + lengthMs && took === begin) return { waitMs, atMs: lastBegin };
    if (begin >= stormMs) lastBegin = Math.max(lastBegin, took);
  }
  return { waitMs, atMs: lastBegin };
}

/** When places are free, as a heap: the first is free first. */
class FreePlaces {
  readonly #at: Float64Array;

  constructor(places: number) {
    this.#at = new Float64Array(places).fill(-Infinity);
  }

  /** Takes the place that is free first; returns when. */
  take(begin: number, durationMs: number): number {
    const took = Math.max(begin, this.#at[0] ?? -Infinity);
    this.#replaceFirst(took + durationMs);
    return took;
  }

  #replaceFirst(value: number): void {
    const at = this.#at;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= at.length) break;
      const child = left + 1 < at.length && at[left + 1]! < at[left]! ? left + 1 : left;
      if (at[child]! >= value) break;
      at[place] = at[child]!;
      place = child;
    }
    at[place] = value;
  }
}
