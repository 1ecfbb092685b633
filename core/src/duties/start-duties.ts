import type { Clock } from "../base/clock.ts";
import { type NextPass, repeat } from "../base/repeat.ts";
import type { Duty } from "./duty.ts";

/** The longest pause: a wall clock that is set forward meanwhile makes no pass later than this. */
const LONGEST_SLEEP_MS = 30_000;

export interface StartDutiesOptions {
  readonly clock: Clock;
  /** Called with what a pass rejected with. */
  readonly onError: (error: unknown) => void;
}

/** Duties that run in this process. */
export interface RunningDuties {
  /** Ends the passes under way and waits for them. */
  close(): Promise<void>;
}

/** Runs each duty in a loop of its own. They keep the process alive until they are closed. */
export function startDuties(duties: readonly Duty[], { clock, onError }: StartDutiesOptions): RunningDuties {
  const ends = duties.map((duty) => {
    const { everyMs, firstInMs = everyMs } = duty;
    const pass = async (signal: AbortSignal): Promise<NextPass | void> => {
      const next = await duty.run(signal);
      if (next === undefined) return;
      const nextInMs = Math.min(next.nextInMs, LONGEST_SLEEP_MS);
      // It is owed when it says, and looked after before that.
      return { nextInMs, slackMs: next.slackMs ?? next.nextInMs - nextInMs };
    };
    const loop = repeat(pass, {
      clock,
      everyMs,
      firstInMs,
      onError,
      background: false,
      // Finds nothing where nothing happens; what happens wakes it, or a pass says when the next is due.
      slackMs: Infinity,
    });
    const stopListening = duty.onDue?.(() => loop.wake());
    return () => (stopListening?.(), loop.close());
  });
  return { close: async () => void (await Promise.all(ends.map((end) => end()))) };
}
