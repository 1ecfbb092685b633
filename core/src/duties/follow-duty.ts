import type { Following } from "./following/following.ts";
import type { Duty } from "./duty.ts";

const EVERY_MS = 5000;

/** Follows the ends that no event brought. */
export class FollowDuty implements Duty {
  readonly name = "follow";
  readonly everyMs: number = EVERY_MS;
  /** Ends that came while no process followed are overdue. */
  readonly firstInMs: number = 0;
  readonly onDue: (listener: () => void) => () => void;
  readonly #following: Following;

  /** @param onChange calls its listener when a job may have got its first child; returns how to stop it */
  constructor(following: Following, onChange: (listener: () => void) => () => void) {
    this.#following = following;
    this.onDue = onChange;
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#following.catchUp(signal);
  }
}
