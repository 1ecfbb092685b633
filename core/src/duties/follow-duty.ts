import type { Following } from "./following/following.ts";
import type { Duty } from "./duty.ts";

const EVERY_MS = 5000;

/** Follows the ends that no event brought. */
export class FollowDuty implements Duty {
  readonly name = "follow";
  readonly everyMs: number = EVERY_MS;
  /** Ends that came while no process followed are overdue. */
  readonly firstInMs: number = 0;
  readonly #following: Following;

  constructor(following: Following) {
    this.#following = following;
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#following.catchUp(signal);
  }
}
