import { type JobInstance, JobState } from "@mojob/core";
import { type ActedFire, type Engine, FireAction, invalidInput, issueAt } from "@mojob/core/engine";
import type { IMoRecordStore } from "@mojob/core/ports";
import { ACTED_FIRES, type ActedField } from "./acted-records.ts";
import type { MovedFires } from "./planned-runs.ts";

/** Fires of a job that are decided ahead at most. */
const MOST_OF_JOB = 100;
const MOST_READ = 5000;
const READ_AT_ONCE = 250;

/**
 * Keeps which fires somebody has decided about. The run of a fire is what counts: a record without one, whose process was killed in between,
 * says nothing.
 */
export class ActedFires {
  readonly #parts: Pick<Engine, "tenant" | "store" | "clock">;
  readonly #records: IMoRecordStore<ActedFire, ActedField>;

  constructor(parts: Pick<Engine, "tenant" | "store" | "clock">) {
    this.#parts = parts;
    this.#records = parts.store.records(ACTED_FIRES);
  }

  async get(id: string): Promise<ActedFire | null> {
    const [fire = null] = await this.#records.get(this.#parts.tenant, [id]);
    return fire;
  }

  /** Changes when a fire is decided about. */
  async version(): Promise<string> {
    const all = await this.#ahead();
    return all.map(({ id, revision }) => `${id} ${revision}`).join("\n");
  }

  /** Writes what is about to be done, over what was written before. @throws MoJobError `invalid_argument` where a job has too many */
  async write(fire: Omit<ActedFire, "revision">, doing: string): Promise<void> {
    const { tenant } = this.#parts;
    await this.#records.remove(tenant, { until: { before: this.#parts.clock.now() } });
    const where = { jobKey: fire.jobKey };
    const ofJob = await this.#records.find({ tenant, where, order: ["until", "id"], limit: MOST_OF_JOB });
    if (ofJob.length >= MOST_OF_JOB && !ofJob.some(({ id }) => id === fire.id))
      throw invalidInput(doing, [issueAt("/at", "acted_fires_full", { max: MOST_OF_JOB })]);
    const before = await this.get(fire.id);
    await this.#records.put([{ ...fire, revision: (before?.revision ?? 0) + 1 }]);
  }

  /** The decisions about fires that would begin in a time, by the id of the run. */
  async decidedIn({
    fromMs,
    toMs,
  }: {
    readonly fromMs: number;
    readonly toMs: number;
  }): Promise<ReadonlyMap<string, ActedFire>> {
    const standing = await this.#standing();
    return new Map(
      standing
        .filter(({ at, to }) => [at, to].some((time) => time !== null && +time >= fromMs && +time < toMs))
        .map((fire) => [fire.id, fire]),
    );
  }

  /** Where fires of a time have gone that somebody has decided about. */
  async movedIn(window: { readonly fromMs: number; readonly toMs: number }): Promise<MovedFires> {
    const moved = new Map<string, Map<number, number | null>>();
    for (const { jobKey, at, to } of (await this.decidedIn(window)).values()) {
      const ofJob = moved.get(jobKey) ?? new Map<number, number | null>();
      moved.set(jobKey, ofJob);
      ofJob.set(at.getTime(), to?.getTime() ?? null);
    }
    return moved;
  }

  /** Those whose run is there, as that is. */
  async #standing(): Promise<readonly ActedFire[]> {
    const all = await this.#ahead();
    const runs: (JobInstance | null)[] = [];
    for (let first = 0; first < all.length; first += READ_AT_ONCE) {
      const ids = all.slice(first, first + READ_AT_ONCE).map(({ id }) => id);
      // oxlint-disable-next-line no-await-in-loop
      runs.push(...(await this.#parts.store.instances.get(this.#parts.tenant, ids)));
    }
    return all.flatMap((fire, index) => {
      const run = runs[index] ?? null;
      if (run === null) return [];
      // Of two who decide at once the run is that of one, and the record may be the other's.
      const isSkipped = run.state === JobState.Skipped && run.attempt === 0;
      const isMoved = run.scheduledFor !== null && run.scheduledFor > run.createdAt;
      const action = isSkipped ? FireAction.Skip : isMoved ? FireAction.Move : FireAction.Run;
      // A run that has begun, or ended, is no fire to come.
      return [{ ...fire, action, to: run.state === JobState.Scheduled ? run.scheduledFor : null }];
    });
  }

  #ahead(): Promise<readonly ActedFire[]> {
    const { tenant } = this.#parts;
    return this.#records.find({ tenant, order: ["until", "id"], limit: MOST_READ });
  }
}
