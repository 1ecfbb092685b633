import { isMoJobError, type JobDefinition, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { Spread, SpreadJob, SpreadResult } from "@mojob/core/engine";
import { findJob, type Requester, type ServiceParts } from "@mojob/core/feature";
import { createId, type IMoRecordStore } from "@mojob/core/ports";
import { SPREADS, type SpreadField } from "./acted-records.ts";
import { parseSpreadRequest } from "./spread-request.ts";

const MOST_LISTED = 50;
/** Those beyond are removed, the oldest first. */
const MOST_KEPT = 200;

type Left = SpreadResult["left"][number];

/** Applies spreads and takes them back. */
export class Spreads {
  readonly #parts: Pick<ServiceParts, "tenant" | "store" | "cache" | "clock" | "jobs">;
  readonly #records: IMoRecordStore<Spread, SpreadField>;

  constructor(parts: Pick<ServiceParts, "tenant" | "store" | "cache" | "clock" | "jobs">) {
    this.#parts = parts;
    this.#records = parts.store.records(SPREADS);
  }

  async apply(requester: Requester, input: unknown): Promise<SpreadResult> {
    const { cache, clock, tenant } = this.#parts;
    const { jobs, note } = parseSpreadRequest(input, "spread fires");
    const found: (SpreadJob & { readonly asked: number })[] = [];
    const left: Left[] = [];
    // Every job is looked at before any is changed: one that the caller may not edit refuses all.
    for (const { jobKey, jitterMs, revision } of jobs) {
      // oxlint-disable-next-line no-await-in-loop
      const job = await findJob(cache, requester, jobKey);
      found.push({
        jobKey: job.key,
        app: job.app,
        revision: job.revision,
        jitterMsBefore: jitterOf(job),
        jitterMs,
        asked: revision,
      });
    }
    const at = clock.now();
    const spread: Spread = {
      id: createId(at),
      tenant,
      revision: 1,
      jobs: found.map(({ asked: _asked, ...job }) => job),
      by: requester.by,
      note,
      at,
      undoneAt: null,
    };
    // Written first: what is changed and not written could not be taken back.
    await this.#records.put([spread]);
    const changed: SpreadJob[] = [];
    for (const { asked, ...job } of found) {
      // oxlint-disable-next-line no-await-in-loop
      const code = await this.#change(requester, job.jobKey, job.jitterMs, asked, note);
      if (code === null) changed.push({ ...job, revision: asked });
      else left.push({ jobKey: job.jobKey, code });
    }
    const applied = { ...spread, revision: 2, jobs: changed };
    await this.#records.put([applied]);
    await this.#removeOld();
    return { spread: applied, left };
  }

  async list(requester: Requester): Promise<readonly Spread[]> {
    const { tenant } = this.#parts;
    const found = await this.#records.find({ tenant, order: ["id"], descending: true, limit: MOST_KEPT });
    return found
      .filter((spread) => sees(requester, spread))
      .slice(0, MOST_LISTED)
      .map((spread) => shownTo(requester, spread));
  }

  async undo(requester: Requester, id: string): Promise<SpreadResult> {
    const { cache, clock, tenant } = this.#parts;
    const doing = `undo spread "${id.slice(0, 64)}"`;
    const [spread = null] = await this.#records.get(tenant, [id]);
    if (spread === null || !spread.jobs.some(({ app }) => requester.finds(app)))
      throw new MoJobError(MoJobErrorCode.SpreadNotFound, `Cannot ${doing}: none has this id`);
    if (spread.undoneAt !== null)
      throw new MoJobError(
        MoJobErrorCode.SpreadUndone,
        `Cannot ${doing}: it was undone at ${spread.undoneAt.toISOString()}`,
      );
    for (const { app } of spread.jobs) requester.assertApp(app, doing);
    const undone = { ...spread, undoneAt: clock.now(), revision: spread.revision + 1 };
    const [isWritten] = await this.#records.put([undone]);
    if (isWritten !== true)
      throw new MoJobError(MoJobErrorCode.SpreadUndone, `Cannot ${doing}: somebody undoes it now`);
    const left: Left[] = [];
    for (const { jobKey, jitterMs, jitterMsBefore } of spread.jobs) {
      // oxlint-disable-next-line no-await-in-loop
      const job = await cache.get(jobKey);
      if (job === null) left.push({ jobKey, code: MoJobErrorCode.JobNotFound });
      else if (jitterOf(job) !== jitterMs) left.push({ jobKey, code: MoJobErrorCode.StaleRevision });
      else {
        // oxlint-disable-next-line no-await-in-loop
        const code = await this.#change(requester, jobKey, jitterMsBefore, job.revision, spread.note);
        if (code !== null) left.push({ jobKey, code });
      }
    }
    return { spread: undone, left };
  }

  /** Resolves to the code of the error for which the job was left as it is; `null` where it was changed. */
  async #change(
    requester: Requester,
    key: string,
    jitterMs: number,
    revision: number,
    comment: string | null,
  ): Promise<string | null> {
    try {
      const lost = await requester.lost();
      if (lost !== null) throw lost;
      await this.#parts.jobs.update(requester, key, { jitterMs }, revision, { comment });
      return null;
    } catch (error) {
      if (isMoJobError(error)) return error.code;
      throw error;
    }
  }

  async #removeOld(): Promise<void> {
    const { tenant } = this.#parts;
    const [oldest] = await this.#records.find({
      tenant,
      order: ["id"],
      descending: true,
      skip: MOST_KEPT - 1,
      limit: 1,
    });
    if (oldest !== undefined) await this.#records.remove(tenant, { id: { before: oldest.id } });
  }
}

export function jitterOf({ options: { schedule } }: JobDefinition): number {
  return schedule?.jitterMs ?? 0;
}

function sees({ apps }: Requester, { jobs }: Spread): boolean {
  return jobs.some(({ app }) => apps.has(app));
}

/** Jobs of other apps do not exist to the caller. */
function shownTo({ apps }: Requester, spread: Spread): Spread {
  return apps.isAll ? spread : { ...spread, jobs: spread.jobs.filter(({ app }) => apps.has(app)) };
}
