import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { IMoInstanceStore, OpenInstanceQuery } from "../ports/instance-store.ts";

const PAGE_SIZE = 200;

/** The open runs in these states, of a job, an app or all, oldest first, as they are found; those that are ended meanwhile do not disturb it. */
export async function* readWaiting(
  store: Pick<IMoInstanceStore, "findOpen">,
  query: Pick<OpenInstanceQuery, "tenant" | "app" | "jobKey">,
  states: readonly JobState[],
  now: Date,
): AsyncGenerator<JobInstance> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof store.findOpen>> = await store.findOpen(
      { ...query, states, unmovedSince: now },
      { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
    );
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
