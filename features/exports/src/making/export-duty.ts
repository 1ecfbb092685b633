import { type Duty, type Engine, ExportState, type RunExport } from "@mojob/core/engine";
import type { DutyPass } from "@mojob/core/feature";
import type { IMoRecordStore } from "@mojob/core/ports";
import { EXPORT_RECORDS, type ExportField } from "../export-records.ts";
import { KeptPieces } from "../kept-pieces.ts";
import { TENANT_BOUNDS } from "../limits.ts";
import { ExportTooLarge, ExportWriter } from "./export-writer.ts";

const IDLE_MS = 2000;
/** A pass ends after so long, so that a duty that is wanted elsewhere is given up. */
const PASS_MS = 5000;

/**
 * Makes the files of exports, one step of each in turn, and removes those that are over. Each step is written before its record: after a
 * restart it goes on where the record stands.
 */
export class ExportDuty implements Duty {
  readonly name = "export";
  readonly everyMs: number = IDLE_MS;
  readonly #engine: Engine;
  readonly #records: IMoRecordStore<RunExport, ExportField>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#records = engine.store.records(EXPORT_RECORDS);
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { clock, onError } = this.#engine;
    const until = clock.monotonicMs() + PASS_MS;
    for (;;) {
      const kept = await this.#all();
      for (const one of kept) if (this.#isOver(one)) await this.#remove(one).catch(onError);
      const running = kept.filter((one) => one.state === ExportState.Running && !this.#isOver(one));
      if (running.length === 0) return { nextInMs: IDLE_MS, slackMs: Infinity };
      let hasMoved = false;
      for (const one of running) {
        if (signal.aborted) return { nextInMs: 0 };
        hasMoved = (await this.#advance(one).catch(onError)) === true || hasMoved;
      }
      if (!hasMoved) return { nextInMs: IDLE_MS };
      if (clock.monotonicMs() >= until) return { nextInMs: 0 };
    }
  }

  /** Makes one step; resolves to whether it was made. */
  async #advance(before: RunExport): Promise<boolean> {
    const { clock } = this.#engine;
    let after: RunExport;
    try {
      const step = await new ExportWriter(this.#engine, before).step();
      const state = step.cursor.section === "end" ? ExportState.Ready : before.state;
      after = { ...before, ...step, state };
      await this.#assertRoom(after);
    } catch (error) {
      if (!(error instanceof ExportTooLarge)) throw error;
      after = { ...before, state: ExportState.Failed, problem: error.message };
    }
    const [isWritten] = await this.#records.put([
      { ...after, changedAt: clock.now(), revision: before.revision + 1 },
    ]);
    // Where somebody has cancelled or removed it meanwhile, that stands.
    return isWritten === true;
  }

  async #assertRoom(made: RunExport): Promise<void> {
    const others = (await this.#all()).filter(({ id }) => id !== made.id);
    const bytes = others.reduce((sum, { size }) => sum + size, made.size);
    if (bytes > TENANT_BOUNDS.exportBytes)
      throw new ExportTooLarge(`all exports would have more than ${TENANT_BOUNDS.exportBytes} bytes`);
  }

  #isOver({ state, expiresAt }: RunExport): boolean {
    return state === ExportState.Removed || expiresAt <= this.#engine.clock.now();
  }

  /** Its record goes last: what was interrupted is done again. */
  async #remove({ id, pieces, state, revision, ...rest }: RunExport): Promise<void> {
    const { tenant, store } = this.#engine;
    const isMarked = state === ExportState.Removed;
    const marked = { ...rest, id, pieces, state: ExportState.Removed, revision: revision + 1 };
    if (!isMarked && !(await this.#records.put([marked]))[0]) return;
    await new KeptPieces({ tenant, files: store.files, of: `export:${id}` }).remove(pieces.length);
    await this.#records.remove(tenant, { id });
  }

  #all(): Promise<readonly RunExport[]> {
    const limit = TENANT_BOUNDS.exports * 2;
    return this.#records.find({ tenant: this.#engine.tenant, order: ["id"], limit });
  }
}
