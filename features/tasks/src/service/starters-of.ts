import type { JobDefinition, JobInstance } from "@mojob/core";
import { ActKind, type IMoHistoryStore } from "@mojob/core/ports";

/** Runs that start each other; a longer chain has been followed far enough to name somebody. */
const MOST_RUNS = 50;
/** Acts on a job that are read, the newest first. */
const MOST_ACTS = 500;

/** Acts that make a job start by itself, or start otherwise. */
const CAUSING: ReadonlySet<ActKind> = new Set([
  ActKind.Create,
  ActKind.Copy,
  ActKind.Import,
  ActKind.Edit,
  ActKind.Resume,
]);

export interface StartersOptions {
  readonly tenant: string;
  readonly history: Pick<IMoHistoryStore, "list">;
  /** Resolves to a run; `null` where it is kept no longer. */
  readonly findRun: (id: string) => Promise<JobInstance | null>;
  readonly findJob: (key: string) => Promise<Pick<JobDefinition, "key" | "updatedBy" | "latestAct"> | null>;
}

/**
 * Everybody who caused a run: who started it, or the run that it came of. Where nobody did by hand, as with a schedule, those who had it start
 * by itself: who changed its job last, and since somebody approved a run of it.
 */
export async function startersOf(run: JobInstance, options: StartersOptions): Promise<ReadonlySet<string>> {
  const starters = new Set<string>();
  let first = run;
  for (let runs = 0; runs < MOST_RUNS; runs += 1) {
    const { by, of } = first.trigger;
    if (by !== undefined) starters.add(by);
    const before = of === undefined ? null : await options.findRun(of);
    if (before === null) break;
    first = before;
  }
  if (first.trigger.by === undefined)
    for (const key of new Set([run.jobKey, first.jobKey]))
      for (const editor of await editorsOf(key, options)) starters.add(editor);
  return starters;
}

async function editorsOf(
  key: string,
  { tenant, history, findJob }: StartersOptions,
): Promise<readonly string[]> {
  const job = await findJob(key);
  const latest = job?.latestAct === undefined ? [] : [job.latestAct];
  const { items } = await history.list({ tenant, jobKeys: [key] }, { limit: MOST_ACTS });
  const approved = items.findIndex(
    ({ kind, note }) => kind === ActKind.OperateTask && note?.startsWith("approve ") === true,
  );
  const since = approved === -1 ? items : items.slice(0, approved);
  const editors = [...latest, ...since].flatMap(({ kind, by }) =>
    CAUSING.has(kind) && by !== null ? [by.id] : [],
  );
  return job?.updatedBy == null ? editors : [job.updatedBy, ...editors];
}
