import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";

const PAGE_SIZE = 200;

/** The open runs of a job in these states, oldest first, as they are found; those that are ended meanwhile do not disturb it. */
export async function* readWaiting(
  store: Pick<IMoInstanceStore, "findOpen">,
  tenant: string,
  jobKey: string,
  states: readonly JobState[],
  now: Date,
): AsyncGenerator<JobInstance> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof store.findOpen>> = await store.findOpen(
      { tenant, jobKey, states, unmovedSince: now },
      { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
    );
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
