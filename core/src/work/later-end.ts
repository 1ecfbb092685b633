import type { Clock } from "../base/clock.ts";
import { NonRetryableError } from "../base/error.ts";
import type { JsonValue } from "../base/json.ts";
import type { JobContext } from "../job/job-context.ts";
import { Snooze } from "../job/snooze.ts";
import { keepResult } from "../model/preview/job-result.ts";
import type { Verify } from "../model/work-check.ts";
import type { RunCallback, WorkAttempt } from "../ports/work-runner.ts";
import type { KeptWork, KeptWorks } from "./kept-work.ts";
import type { WorkChecker } from "./work-checker.ts";
import { WorkError, WorkErrorCode } from "./work-error.ts";

const MOST_RESULT_BYTES = 256 * 1024;

export interface LaterEndOptions {
  readonly verify: Verify;
  readonly attempt: WorkAttempt<JobContext>;
  readonly kept: KeptWorks;
  readonly clock: Clock;
  /** Judges by what the code has left. */
  readonly checkerFor: (result: JsonValue) => WorkChecker;
}

/**
 * The end of work that goes on once its code has ended. Between looks its run is snoozed, so that it holds no worker; what its
 * code has left is kept meanwhile, so that the code is not executed again.
 */
export class LaterEnd {
  readonly #options: LaterEndOptions;
  #callback: RunCallback | null = null;

  constructor(options: LaterEndOptions) {
    this.#options = options;
  }

  /** The result that the code has left; `null` where it is yet to be executed. */
  find(): Promise<KeptWork | null> {
    const { kept, attempt } = this.#options;
    return kept.find(attempt.instance.id);
  }

  /** Before the code: it gets the address at which the end is reported. @throws NonRetryableError where there is none */
  async prepare(): Promise<void> {
    await this.#open(true);
  }

  /** After the code: its result is kept. Throws what has the run looked at later, unless its end is known. */
  async begin(returned: unknown): Promise<JsonValue> {
    const { verify, attempt, kept, clock } = this.#options;
    const { context, secrets, instance } = attempt;
    const { value: result } = keepResult(returned, MOST_RESULT_BYTES, secrets?.mask ?? null);
    const until = new Date(clock.now().getTime() + verify.timeoutMs);
    await kept.keep(instance.id, { result, until }, verify.timeoutMs);
    if ("callback" in verify) {
      context.log.info("The code has ended; the end of the work is reported later");
      return this.settle({ result, until });
    }
    context.log.info("The code has ended; whether the work has is looked at later");
    return verify.afterMs === 0 ? this.settle({ result, until }) : this.#lookAgainIn(verify.afterMs);
  }

  /** Resolves to the result once the end is known. @throws WorkError `callback_timeout`, `callback_failed`; what snoozes the run */
  async settle({ result, until }: KeptWork): Promise<JsonValue> {
    const { verify, clock, checkerFor } = this.#options;
    const leftMs = until.getTime() - clock.now().getTime();
    if ("callback" in verify) {
      const end = await (await this.#open(false))?.endedOrWakes();
      if (end) return end.result ?? result;
      if (leftMs > 0) return this.#lookAgainIn(leftMs);
    } else {
      if (await checkerFor(result).holds(verify.check)) return result;
      if (leftMs > 0) return this.#lookAgainIn(Math.min(verify.everyMs, leftMs));
    }
    throw new WorkError(WorkErrorCode.CallbackTimeout, { limitMs: verify.timeoutMs });
  }

  /** As the code's own `snooze`, with the bounds of that; the run says that its end is waited for. */
  #lookAgainIn(delayMs: number): never {
    try {
      return this.#options.attempt.context.snooze(delayMs);
    } catch (error) {
      throw Snooze.is(error) ? new Snooze(error.delayMs, true) : error;
    }
  }

  /** The end is known, or there is to be none: what was kept is not needed any more, and reports are refused. */
  async close(): Promise<void> {
    await this.#options.kept.forget(this.#options.attempt.instance.id);
    await this.#callback?.close();
  }

  async #open(renews: boolean): Promise<RunCallback | null> {
    const { verify, attempt } = this.#options;
    if (!("callback" in verify)) return null;
    const { openCallback, definition } = attempt;
    if (openCallback === undefined)
      throw new NonRetryableError(
        `Cannot run job "${definition.key}": its worker does not know where callbacks reach the API; start it with MOJOB_PUBLIC_URL`,
      );
    const forRunMs = definition.options.timeoutMs + verify.timeoutMs;
    this.#callback ??= await openCallback({ forRunMs, renews });
    return this.#callback;
  }
}
