import type { Clock, Timer } from "./clock.ts";

export interface RepeatOptions {
  readonly clock: Clock;
  /** Pause between the end of one pass and the beginning of the next, unless the pass says otherwise. */
  readonly everyMs: number;
  /** Called with what a pass rejected with, except after `close()`; the next pass comes after `everyMs`. */
  readonly onError: (error: unknown) => void;
  /** Pause before the first pass; 0 begins it within the call. @default everyMs */
  readonly firstInMs?: number;
  /** Does not keep the process alive by itself. @default true */
  readonly background?: boolean;
  /** How much later a pass may come where nothing else happens; see `TimerOptions.slackMs`. @default 0 */
  readonly slackMs?: number;
}

/** When the next pass comes, as a pass may say. */
export interface NextPass {
  readonly nextInMs: number;
  readonly slackMs?: number;
}

/** Work that is done again and again. */
export interface Repetition {
  /** Begins a pass now; while one is under way, another one follows it at once. */
  wake(): void;
  /** Aborts the signal of the pass under way and waits for its end; no other begins. */
  close(): Promise<void>;
}

/**
 * Does something again and again until it is closed, one pass at a time.
 * @param work resolves to when the next pass is due, where that is not after `everyMs`
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<NextPass | void>,
  { clock, everyMs, onError, firstInMs = everyMs, background = true, slackMs = 0 }: RepeatOptions,
): Repetition {
  const stop = new AbortController();
  let timer: Timer | null = null;
  let pass: Promise<void> | null = null;
  let isDue = false;

  const go = async (): Promise<void> => {
    let next: NextPass = { nextInMs: everyMs };
    try {
      next = (await work(stop.signal)) ?? next;
    } catch (error) {
      // After the end, what it works on may have been closed.
      if (!stop.signal.aborted) onError(error);
    }
    pass = null;
    if (isDue) arm({ nextInMs: 0, slackMs: 0 });
    else arm(next);
  };
  const begin = (): void => {
    isDue = false;
    pass = go();
  };
  const arm = (next: NextPass): void => {
    if (stop.signal.aborted) return;
    timer = clock.setTimer(begin, next.nextInMs, { background, slackMs: next.slackMs ?? slackMs });
  };

  if (firstInMs > 0) arm({ nextInMs: firstInMs });
  else begin();
  return {
    wake() {
      if (pass !== null) isDue = true;
      if (pass !== null || stop.signal.aborted) return;
      timer?.cancel();
      begin();
    },
    async close() {
      stop.abort();
      timer?.cancel();
      await pass;
    },
  };
}
