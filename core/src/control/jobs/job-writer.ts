import type { Requester } from "../../access/requester.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { ScriptNote } from "../../definition/script/stamp-script.ts";
import { ActKind } from "../../model/history/act.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ActLog, Doing } from "../history/act-log.ts";
import { changesBetween } from "../history/act-changes.ts";
import { assertRecurring, findJob } from "./find-job.ts";
import { MOST_TRIES } from "./pauses.ts";

export interface JobWriterOptions {
  readonly cache: JobDefinitionCache;
  readonly actLog: ActLog;
}

/** Writes jobs, each together with the act that the change comes of: both are there, or neither. */
export class JobWriter {
  readonly #options: JobWriterOptions;

  constructor(options: JobWriterOptions) {
    this.#options = options;
  }

  /** Replaces a record; resolves to what was written, or to `null` where another change was faster. */
  async replace(
    requester: Requester,
    current: JobDefinition,
    next: JobDefinition,
    doing: Pick<Doing, "kind" | "note" | "operation">,
  ): Promise<JobDefinition | null> {
    const { actLog, cache } = this.#options;
    const { app, key: jobKey } = next;
    const latestAct = actLog.make(requester, {
      ...doing,
      app,
      jobKey,
      changes: changesBetween(current, next),
    });
    const changed = { ...next, latestAct };
    await actLog.keepLatest(current);
    if (!(await cache.save(changed, current.revision))) return null;
    await actLog.note([latestAct]);
    return changed;
  }

  /** Replaces the job's record whatever its revision, unless another change is faster each time. */
  async change(
    requester: Requester,
    key: string,
    { kind, operation }: { readonly kind: "pause" | "resume"; readonly operation: string | null },
    next: (current: JobDefinition) => JobDefinition,
  ): Promise<JobDefinition> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // Each try reads what the one before has lost to.
      // oxlint-disable-next-line no-await-in-loop
      const current = await findJob(this.#options.cache, requester, key);
      assertRecurring(current, kind);
      const changed = next(current);
      if (changed === current) return current;
      const note = kind === ActKind.Pause ? (changed.pause?.note ?? null) : null;
      // oxlint-disable-next-line no-await-in-loop
      const written = await this.replace(requester, current, changed, { kind, note, operation });
      if (written !== null) return written;
    }
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot ${kind} job "${key}": it is being changed by others`,
    );
  }

  /** Writes a new record. @throws MoJobError `job_key_taken` */
  async create(
    requester: Requester,
    definition: JobDefinition,
    kind: ActKind,
    { copied = null, comment = null }: ScriptNote,
  ): Promise<JobDefinition> {
    const { actLog, cache } = this.#options;
    const { app, key: jobKey } = definition;
    const changes =
      copied === null ? [] : [{ pointer: "/copied", before: null, after: JSON.stringify(copied.jobKey) }];
    const latestAct = actLog.make(requester, { kind, app, jobKey, changes, note: comment });
    const created = await cache.create({ ...definition, latestAct });
    if (created === null) throw jobKeyTaken(jobKey);
    await actLog.note([latestAct]);
    return created;
  }
}

/** The refusal of a second job of a key. */
export function jobKeyTaken(key: string): MoJobError {
  return new MoJobError(MoJobErrorCode.JobKeyTaken, `Cannot create job "${key}": the key is in use`);
}
