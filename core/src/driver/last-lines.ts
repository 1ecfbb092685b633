import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import type { IMoLogStore } from "../ports/log-store.ts";

/** What expressions read of a run's log: its last lines. */
const LOG_LINES = 1000;
const PAGE_SIZE = 500;

/** The last lines of a run's log, in their order. */
export async function lastLines(
  logs: Pick<IMoLogStore, "list">,
  { tenant, id }: Pick<JobInstance, "tenant" | "id">,
): Promise<readonly JobLogLine[]> {
  let lines: readonly JobLogLine[] = [];
  for (let after = 0; ;) {
    const page = await logs.list(tenant, id, after, PAGE_SIZE);
    lines = [...lines, ...page].slice(-LOG_LINES);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return lines;
    after = last.seq;
  }
}
