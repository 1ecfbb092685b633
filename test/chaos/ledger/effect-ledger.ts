import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import type { JobContext } from "@mojob/core";
import { type Clock, systemClock } from "@mojob/core/ports";
import { type EffectLine, type LedgerLine, parseLedger } from "./ledger-line.ts";

/** What a line says of its attempt. */
export type LedgerContext = Pick<JobContext, "jobKey" | "instanceId" | "attempt"> & {
  readonly trigger: Pick<JobContext["trigger"], "nominalTime">;
};

/**
 * What jobs really did, whatever the store says: a file many processes append to, each line on disk before it counts.
 *
 * A line is one `write` to a file opened for appending, so lines never mix and their order is the order of the effects.
 */
export class EffectLedger {
  readonly #file: number;
  readonly #process: string;
  readonly #clock: Clock;

  constructor(path: string, processName: string, clock: Clock = systemClock) {
    this.#file = openSync(path, "a");
    this.#process = processName;
    this.#clock = clock;
  }

  /** Runs an attempt's code between its two lines. */
  async around<Answer>(context: LedgerContext, work: () => Promise<Answer>): Promise<Answer> {
    this.#append({ ...this.#about(context), type: "begin", ranToEnd: false });
    let ranToEnd = false;
    try {
      const answer = await work();
      ranToEnd = true;
      return answer;
    } finally {
      this.#append({ ...this.#about(context), type: "end", ranToEnd });
    }
  }

  /** Notes that a process has ended. */
  died(processName: string): void {
    this.#append({ type: "died", process: processName, wallMs: this.#clock.now().getTime() });
  }

  close(): void {
    closeSync(this.#file);
  }

  #about({ jobKey, instanceId, attempt, trigger }: LedgerContext): Omit<EffectLine, "type" | "ranToEnd"> {
    return {
      process: this.#process,
      wallMs: this.#clock.now().getTime(),
      monotonicMs: this.#clock.monotonicMs(),
      jobKey,
      instanceId,
      attempt,
      nominalTime: trigger.nominalTime?.toISOString() ?? null,
    };
  }

  #append(line: LedgerLine): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fdatasyncSync(this.#file);
  }
}

export function readLedger(path: string): readonly LedgerLine[] {
  return parseLedger(readFileSync(path, "utf8"));
}
