import type { JobDefinition } from "@mojob/core";
import type { CalendarPreviewJob } from "@mojob/core/engine";
import { countOwedFires, namedFires, type ScheduleFacts } from "@mojob/core/feature";

const DAY_MS = 86_400_000;
/** As far as changes are looked for. */
export const PREVIEW_DAYS = 400;
/** Fires of a job that are compared one by one; of more, their numbers each day. */
const MOST_COMPARED = 2000;
const FIRST_SHOWN = 5;

/** The fires of a job that begin at another time, or not at all, under other rules; yields now and then, because they may be many. */
export function* changedFires(
  job: JobDefinition,
  now: Date,
  before: ScheduleFacts,
  after: ScheduleFacts,
): Generator<void, CalendarPreviewJob> {
  const to = new Date(now.getTime() + PREVIEW_DAYS * DAY_MS);
  yield;
  const most = Math.max(countOwedFires(job, now, to, before), countOwedFires(job, now, to, after));
  yield;
  return most > MOST_COMPARED
    ? yield* changedDays(job, now, before, after)
    : compared(job.key, namedFires(job, now, to, before), namedFires(job, now, to, after));
}

type Fires = ReadonlyMap<string, Date>;

function compared(jobKey: string, before: Fires, after: Fires): CalendarPreviewJob {
  const changes: { readonly from: Date | null; readonly to: Date | null }[] = [];
  for (const [id, from] of before) {
    const to = after.get(id) ?? null;
    if (to?.getTime() !== from.getTime()) changes.push({ from, to });
  }
  for (const [id, to] of after) if (!before.has(id)) changes.push({ from: null, to });
  changes.sort((a, b) => timeOf(a) - timeOf(b));
  return {
    jobKey,
    moved: changes.filter(({ from, to }) => from !== null && to !== null).length,
    removed: changes.filter(({ to }) => to === null).length,
    added: changes.filter(({ from }) => from === null).length,
    first: changes.slice(0, FIRST_SHOWN),
  };
}

function timeOf({ from, to }: { readonly from: Date | null; readonly to: Date | null }): number {
  return Math.min(from?.getTime() ?? Infinity, to?.getTime() ?? Infinity);
}

function* changedDays(
  job: JobDefinition,
  now: Date,
  before: ScheduleFacts,
  after: ScheduleFacts,
): Generator<void, CalendarPreviewJob> {
  let [removed, added] = [0, 0];
  for (let day = 0; day < PREVIEW_DAYS; day += 1) {
    const from = new Date(now.getTime() + day * DAY_MS);
    const to = new Date(from.getTime() + DAY_MS);
    const more = countOwedFires(job, from, to, after) - countOwedFires(job, from, to, before);
    if (more > 0) added += more;
    else removed -= more;
    yield;
  }
  return { jobKey: job.key, moved: 0, removed, added, first: [] };
}
