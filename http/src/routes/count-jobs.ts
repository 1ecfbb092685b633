import type { DefinitionQuery, MoJobScheduler } from "@mojob/core";
import { COUNT_CAP } from "../schemas/paging.ts";

const PAGE = 200;

/** Counts jobs page by page up to the cap: there are few, and only who asks pays. */
export async function countJobs(
  scheduler: MoJobScheduler,
  query: Omit<DefinitionQuery, "tenant">,
): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page = await scheduler.jobs.list(
      query,
      cursor === null ? { limit: PAGE } : { limit: PAGE, cursor },
    );
    count += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && count < COUNT_CAP);
  return Math.min(count, COUNT_CAP);
}
