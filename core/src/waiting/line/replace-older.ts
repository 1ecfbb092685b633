import type { Clock } from "../../base/clock.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import type { JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { requestCancel } from "../../model/instance/transitions.ts";
import { cancelOpen } from "../../model/waiting/cancel-open.ts";
import { type Reason, ReasonCode } from "../../model/reason.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import { pagesOf } from "../../ports/page.ts";

/** Most waiting runs of a lane: all but the newest are ended as they come, so that there are never many. */
const MOST_WAITING = 1000;
/** A run that was seen to wait may begin before it is ended: then it is to be asked, which takes another look. */
const MOST_LOOKS = 5;

export interface ReplaceOlderOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "queries">;
  readonly clock: Clock;
  /** Called with those under way that were asked to end, as they are then. @default nothing is called */
  readonly onAsked?: (runs: readonly JobInstance[]) => Promise<void>;
}

/**
 * Lets the newest `limit` runs of a lane stay, of those that wait in it and those under way: the others under way are asked
 * to end, the others that wait are ended. Resolves to what it ended.
 *
 * Any process may do it at any time: a view that lacks the newest run ends none that this would keep for it.
 */
export async function replaceOlder(
  run: Pick<JobInstance, "jobKey" | "lane">,
  limit: number,
  options: ReplaceOlderOptions,
): Promise<readonly JobInstance[]> {
  const ended: JobInstance[] = [];
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const look = await replaceSeen(run, limit, options);
    ended.push(...look.ended);
    if (look.isAll) break;
  }
  return ended;
}

/** Ends what one look at the lane shows; `isAll` is `false` where one of them began or ended meanwhile. */
async function replaceSeen(
  { jobKey, lane }: Pick<JobInstance, "jobKey" | "lane">,
  limit: number,
  options: ReplaceOlderOptions,
): Promise<{ readonly ended: readonly JobInstance[]; readonly isAll: boolean }> {
  const { tenant, store, clock, onAsked } = options;
  const [parked = []] = await store.instances.firstWaiting([{ tenant, lane, most: MOST_WAITING }]);
  const running = await runningIn(jobKey, lane, options);
  // One that began between the two reads is in both.
  const begun = new Set(running.map(({ id }) => id));
  const waiting = parked.filter(({ id }) => !begun.has(id));
  const newestFirst = [...running, ...waiting].toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  );
  const [newest] = newestFirst;
  const replaced = new Set(newestFirst.slice(limit));
  if (newest === undefined || replaced.size === 0) return { ended: [], isAll: true };
  const now = clock.now();
  const reason: Reason = { code: ReasonCode.Replaced, parameters: { by: newest.id } };
  const ended = waiting.filter((run) => replaced.has(run));
  const asked = await readAll(
    running.filter((run) => replaced.has(run)),
    options,
  );
  const changes: readonly InstanceChange[] = [
    ...ended.map((run) => cancelOpen(run, now, reason)),
    ...asked.map((run) => requestCancel(run, now, reason)),
  ];
  const written = await store.instances.update(changes);
  if (onAsked !== undefined && asked.length > 0) await onAsked(await readAll(asked, options));
  return {
    ended: ended.filter((_, index) => written[index] === true),
    isAll: written.every((isWritten) => isWritten),
  };
}

/** The runs under way in a lane that nobody has asked to end. */
async function runningIn(
  jobKey: string,
  lane: string,
  { tenant, store }: ReplaceOlderOptions,
): Promise<readonly JobInstanceSummary[]> {
  const found: JobInstanceSummary[] = [];
  const query = { tenant, jobKey, states: [JobState.Processing] };
  for await (const runs of pagesOf((page) => store.queries.list(query, page)))
    found.push(...runs.filter((run) => run.lane === lane && run.cancelRequestedAt === null));
  return found;
}

async function readAll(
  runs: readonly Pick<JobInstance, "id">[],
  { tenant, store }: ReplaceOlderOptions,
): Promise<readonly JobInstance[]> {
  const ids = runs.map(({ id }) => id);
  const records = ids.length === 0 ? [] : await store.instances.get(tenant, ids);
  return records.filter((record) => record !== null);
}
