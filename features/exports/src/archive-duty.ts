import { type Archive, ArchiveState, type Duty, type Engine } from "@mojob/core/engine";
import type { DutyPass } from "@mojob/core/feature";
import { ARCHIVE_RECORDS } from "./archive-records.ts";
import { Archives } from "./archives.ts";
import { TENANT_BOUNDS } from "./limits.ts";

const EVERY_MS = 60_000;
/** A file that sends nothing more for so long was left by its sender, or by the process that took it. */
const LONGEST_SILENCE_MS = 60 * 60 * 1000;

/** Removes archives that have expired, and what is left of imports that were broken off. */
export class ArchiveDuty implements Duty {
  readonly name = "archive";
  readonly everyMs: number = EVERY_MS;
  readonly #engine: Engine;
  readonly #archives: Archives;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#archives = new Archives(engine);
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { tenant, store, onError } = this.#engine;
    const limit = TENANT_BOUNDS.archives * 2;
    const kept = await store.records(ARCHIVE_RECORDS).find({ tenant, order: ["id"], limit });
    for (const one of kept) {
      if (signal.aborted) break;
      if (this.#isOver(one)) await this.#archives.drop(one).catch(onError);
    }
    return { nextInMs: EVERY_MS, slackMs: Infinity };
  }

  #isOver({ state, expiresAt, changedAt }: Archive): boolean {
    const now = this.#engine.clock.now();
    if (state === ArchiveState.Removed || expiresAt <= now) return true;
    return state === ArchiveState.Receiving && now.getTime() - changedAt.getTime() > LONGEST_SILENCE_MS;
  }
}
