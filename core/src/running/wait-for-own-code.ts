import { dispatchAgain, type DispatchAgainOptions } from "../dispatch/dispatch-again.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import { JobState } from "../model/instance/job-state.ts";
import { waitForCode } from "../model/waiting/abandoned.ts";
import type { AttemptWriter } from "./attempt/attempt-writer.ts";

export interface WaitForOwnCodeOptions extends DispatchAgainOptions {
  readonly writer: AttemptWriter;
}

/** Between the read and the write the code may end, or the retry be called off. */
const MOST_TRIES = 5;

/** A retry that was refused waits, where the code of an attempt before it goes on; what gives that slot back delivers it. */
export async function waitForOwnCode(attempt: AttemptRef, options: WaitForOwnCodeOptions): Promise<void> {
  const { clock, writer } = options;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const run = await writer.read(attempt);
    if (run?.state !== JobState.Failed || run.attempt !== attempt.attempt - 1) return;
    if (run.abandoned === null) return dispatchAgain([run], options);
    if (await writer.update(waitForCode(run, clock.now()))) return;
  }
}
