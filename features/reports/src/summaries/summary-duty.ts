import { isMoJobError, MoJobErrorCode } from "@mojob/core";
import { type Duty, fingerprint, type ReportSummary } from "@mojob/core/engine";
import type { DutyPass } from "@mojob/core/feature";
import { sendSummary, type SendOptions } from "./send-summary.ts";
import type { Summaries } from "./summaries.ts";
import { dueTime, type SummaryTime } from "./summary-times.ts";

const EVERY_MS = 20_000;

const OUTAGES: readonly MoJobErrorCode[] = [
  MoJobErrorCode.StoreUnavailable,
  MoJobErrorCode.RuntimeUnavailable,
  MoJobErrorCode.ShuttingDown,
];

export interface SummaryDutyOptions extends SendOptions {
  readonly summaries: Pick<Summaries, "enabled" | "write">;
}

/**
 * Sends what is due. The run that sends it has an id that is made of the summary and the time: whichever process starts it, and dies before the
 * summary says so, it is started once.
 */
export class SummaryDuty implements Duty {
  readonly name = "summaries";
  readonly everyMs: number = EVERY_MS;
  readonly #options: SummaryDutyOptions;

  constructor(options: SummaryDutyOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { summaries, engine } = this.#options;
    // What was due is sent where it begins to work again within a day.
    if (engine.settings.known.disabled) return { nextInMs: EVERY_MS, slackMs: EVERY_MS };
    for (const summary of await summaries.enabled()) {
      if (signal.aborted) break;
      const time = dueTime(summary, engine.clock.now());
      if (time === null || time.to <= summary.sentFor) continue;
      // Each reads much: one after the other.
      // oxlint-disable-next-line no-await-in-loop
      await this.#send(summary, time);
    }
    return { nextInMs: EVERY_MS, slackMs: EVERY_MS };
  }

  async #send(summary: ReportSummary, time: SummaryTime): Promise<void> {
    const { engine, summaries } = this.#options;
    const id = `!${await fingerprint(["summary", summary.id, time.to.toISOString()])}`;
    try {
      await sendSummary(summary, time, id, this.#options);
    } catch (error) {
      // An outage is left to the next pass; what its owner may not is not tried again for this time.
      if (isMoJobError(error) && OUTAGES.includes(error.code)) throw error;
      engine.onWarning(error instanceof Error ? error.message : String(error));
    }
    try {
      await summaries.write(
        { ...summary, sentFor: time.to, revision: summary.revision + 1 },
        "note what was sent",
      );
    } catch (error) {
      // Somebody has changed it meanwhile, or another process has noted it.
      if (!isMoJobError(error, MoJobErrorCode.StaleRevision)) throw error;
    }
  }
}
