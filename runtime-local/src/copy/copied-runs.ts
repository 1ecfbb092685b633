import type { IMoJobScheduleMetadataStore, JobInstance } from "@mojob/core";
import { copyTasks, type DueTasks } from "./copied-tasks.ts";
import type { JobLogLine } from "@mojob/core/ports";

/** Records in one batch: what a copy holds in memory at a time. */
export const COPY_BATCH = 200;
/** Lines read of a run at a time. */
const LINES = 500;
/** Runs whose lines are read at the same time. */
const READERS = 20;

/** Writes runs, what they logged and where tasks among them stand, and resolves to those that were not there; what is there stays as it is. */
export async function copyRuns(
  from: IMoJobScheduleMetadataStore,
  to: IMoJobScheduleMetadataStore,
  runs: readonly JobInstance[],
  due: DueTasks,
): Promise<readonly JobInstance[]> {
  if (runs.length === 0) return [];
  const standing = await to.instances.insert(runs);
  // Lines come after their run: stores keep none of a run they do not know.
  for (let start = 0; start < runs.length; start += READERS)
    await copyLogs(from, to, runs.slice(start, start + READERS));
  await copyTasks(from, to, runs, due);
  return runs.filter((_, index) => standing[index] === null);
}

async function copyLogs(
  from: IMoJobScheduleMetadataStore,
  to: IMoJobScheduleMetadataStore,
  runs: readonly JobInstance[],
): Promise<void> {
  let unread = runs.map(({ tenant, id }) => ({ tenant, id, after: -1 }));
  while (unread.length > 0) {
    const pages: readonly (readonly JobLogLine[])[] = await Promise.all(
      unread.map(({ tenant, id, after }) => from.logs.list(tenant, id, after, LINES)),
    );
    const lines = pages.flat();
    if (lines.length > 0) await to.logs.append(lines);
    unread = unread.flatMap((run, index) => {
      const page = pages[index] ?? [];
      const last = page.at(-1);
      return last === undefined || page.length < LINES ? [] : [{ ...run, after: last.seq }];
    });
  }
}
