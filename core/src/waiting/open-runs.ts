import type { JobInstance } from "../model/instance/job-instance.ts";
import { JobState, OPEN_STATES } from "../model/instance/job-state.ts";
import type { IMoInstanceStore, OpenInstanceQuery } from "../ports/instance-store.ts";
import { pagesOf } from "../ports/page.ts";

type Store = Pick<IMoInstanceStore, "findOpen">;

/** The states of a run that waits for its next attempt to begin. */
export const DUE_STATES: readonly JobState[] = [JobState.Enqueued, JobState.Failed];
/** The states of an open run that is not under way. */
export const NOT_BEGUN: readonly JobState[] = OPEN_STATES.filter((state) => state !== JobState.Processing);

/** Open runs, oldest first, page by page; those that are ended meanwhile do not disturb it. */
export function openPages(store: Store, query: OpenInstanceQuery): AsyncGenerator<readonly JobInstance[]> {
  return pagesOf((page) => store.findOpen(query, page));
}

/** As `openPages`, one by one. */
export async function* openRuns(store: Store, query: OpenInstanceQuery): AsyncGenerator<JobInstance> {
  for await (const runs of openPages(store, query)) yield* runs;
}
