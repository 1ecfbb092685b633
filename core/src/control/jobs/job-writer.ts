import type { Asker } from "../../access/asker.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { ScriptNote } from "../../definition/script/stamp-script.ts";
import { ActKind } from "../../model/history/act.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ActBook, Doing } from "../history/act-book.ts";
import { changesBetween } from "../history/act-changes.ts";
import { assertRecurring, findJob } from "./find-job.ts";
import { MOST_TRIES } from "./pauses.ts";

export interface JobWriterOptions {
  readonly cache: JobDefinitionCache;
  readonly book: ActBook;
}

/** Writes jobs, each together with the act that the change comes of: both are there, or neither. */
export class JobWriter {
  readonly #options: JobWriterOptions;

  constructor(options: JobWriterOptions) {
    this.#options = options;
  }

  /** Replaces a record; resolves to what was written, or to `null` where another change was faster. */
  async replace(
    asker: Asker,
    current: JobDefinition,
    next: JobDefinition,
    doing: Pick<Doing, "kind" | "note" | "operation">,
  ): Promise<JobDefinition | null> {
    const { book, cache } = this.#options;
    const { app, key: jobKey } = next;
    const latestAct = book.make(asker, { ...doing, app, jobKey, changes: changesBetween(current, next) });
    const changed = { ...next, latestAct };
    await book.keepLatest(current);
    if (!(await cache.save(changed, current.revision))) return null;
    await book.note([latestAct]);
    return changed;
  }

  /** Replaces the job's record whatever its revision, unless another change is faster each time. */
  async change(
    asker: Asker,
    key: string,
    { kind, operation }: { readonly kind: "pause" | "resume"; readonly operation: string | null },
    next: (current: JobDefinition) => JobDefinition,
  ): Promise<JobDefinition> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // Each try reads what the one before has lost to.
      // oxlint-disable-next-line no-await-in-loop
      const current = await findJob(this.#options.cache, asker, key);
      assertRecurring(current, kind);
      const changed = next(current);
      if (changed === current) return current;
      const note = kind === ActKind.Pause ? (changed.pause?.note ?? null) : null;
      // oxlint-disable-next-line no-await-in-loop
      const written = await this.replace(asker, current, changed, { kind, note, operation });
      if (written !== null) return written;
    }
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot ${kind} job "${key}": it is being changed by others`,
    );
  }

  /** Writes a new record. @throws MoJobError `job_key_taken` */
  async create(
    asker: Asker,
    definition: JobDefinition,
    kind: ActKind,
    { copied = null }: ScriptNote,
  ): Promise<JobDefinition> {
    const { book, cache } = this.#options;
    const { app, key: jobKey } = definition;
    const changes =
      copied === null ? [] : [{ pointer: "/copied", before: null, after: JSON.stringify(copied.jobKey) }];
    const latestAct = book.make(asker, { kind, app, jobKey, changes });
    const created = await cache.create({ ...definition, latestAct });
    if (created === null)
      throw new MoJobError(MoJobErrorCode.JobKeyTaken, `Cannot create job "${jobKey}": the key is in use`);
    await book.note([latestAct]);
    return created;
  }
}
