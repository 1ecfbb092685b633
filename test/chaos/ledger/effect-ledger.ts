import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import process from "node:process";
import type { JobContext } from "@mojob/core";
import { type EffectLine, type LedgerLine, parseLedger } from "./ledger-line.ts";

/**
 * What jobs really did, whatever the store says: a file many processes append to, each line on disk before it counts.
 *
 * A line is one `write` to a file opened for appending, so lines never mix and their order is the order of the effects.
 */
export class EffectLedger {
  readonly #file: number;
  readonly #process: string;

  constructor(path: string, processName: string) {
    this.#file = openSync(path, "a");
    this.#process = processName;
  }

  /** Runs an attempt's code between its two lines. */
  async around<Answer>(context: JobContext, work: () => Promise<Answer>): Promise<Answer> {
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
    this.#append({ type: "died", process: processName, wallMs: Date.now() });
  }

  close(): void {
    closeSync(this.#file);
  }

  #about({ jobKey, instanceId, attempt, trigger }: JobContext): Omit<EffectLine, "type" | "ranToEnd"> {
    return {
      process: this.#process,
      wallMs: Date.now(),
      monotonicMs: Number(process.hrtime.bigint() / 1000n) / 1000,
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
