import { MoJobError, MoJobErrorCode, NonRetryableError } from "../base/error.ts";
import { LONGEST_DELAY_MS } from "../model/instance/new-run.ts";
import { MOST_SNOOZES } from "../model/instance/snooze.ts";

const OURS = new WeakSet<object>();

/** Thrown by `context.snooze`: it ends the attempt, and the run waits to be executed again. */
export class Snooze extends Error {
  override readonly name = "Snooze";
  readonly delayMs: number;
  /** Whether the code has ended, and its work is looked at again. */
  readonly verifies: boolean;

  constructor(delayMs: number, verifies = false) {
    super(`The job asked to be executed again in ${delayMs} ms`);
    this.delayMs = delayMs;
    this.verifies = verifies;
    OURS.add(this);
  }

  /** Whether a thrown value is one; what is thrown may be a proxy, and is not touched. */
  static is(thrown: unknown): thrown is Snooze {
    return typeof thrown === "object" && thrown !== null && OURS.has(thrown);
  }
}

/**
 * Ends the attempt of a job that asks to be executed later.
 * @param snoozes how often its run was snoozed before
 * @throws Snooze; MoJobError `invalid_argument` for a delay that is none; NonRetryableError where the run was snoozed 1,000 times
 */
export function throwSnooze(delayMs: number, snoozes: number): never {
  if (!Number.isFinite(delayMs) || delayMs < 1 || delayMs > LONGEST_DELAY_MS) {
    throw new MoJobError(
      MoJobErrorCode.InvalidArgument,
      `Cannot snooze for "${delayMs}" ms: use a number from 1 to ${LONGEST_DELAY_MS}, a year`,
    );
  }
  if (snoozes >= MOST_SNOOZES)
    throw new NonRetryableError(`Cannot snooze the run: it was snoozed ${MOST_SNOOZES} times already`);
  throw new Snooze(Math.round(delayMs));
}
