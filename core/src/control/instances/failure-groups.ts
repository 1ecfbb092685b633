import { fingerprint } from "../../base/fingerprint.ts";
import { failureCause } from "../../model/preview/failure-cause.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import type { IMoInstanceQueries, InstanceQuery } from "../../ports/instance-queries.ts";
import type { FailureGroup, Failures } from "../../scheduler/failures.ts";
import type { HandledFailures } from "./handled-failures.ts";

/** Runs looked at: pages of one index. */
const MOST_RUNS = 10_000;
const PAGE_SIZE = 200;
const MOST_GROUPS = 200;
const SHOWN_ARGS = 3;
const SPANS = 24;

export interface ReadFailuresOptions {
  readonly list: IMoInstanceQueries["list"];
  readonly handled: HandledFailures;
  /** The runs that repeat others, by the id of what they repeat. */
  readonly reruns: ReadonlyMap<string, readonly string[]>;
  readonly now: Date;
}

type Group = Omit<FailureGroup, "id" | "handled" | "spans"> & {
  readonly argsSeen: ReadonlySet<string>;
  /** Counted in place: there are thousands of runs. */
  readonly spans: number[];
};

/** Groups the newest failed runs that a query finds by job and cause. */
export async function readFailures(
  query: Pick<InstanceQuery, "tenant" | "app"> & { readonly from: Date },
  { list, handled, reruns, now }: ReadFailuresOptions,
): Promise<Failures> {
  const fromMs = query.from.getTime();
  const spanMs = Math.max(1, (now.getTime() - fromMs) / SPANS);
  const groups = new Map<string, Group>();
  let runs = 0;
  let cursor: string | null = null;
  do {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page: Awaited<ReturnType<IMoInstanceQueries["list"]>> = await list(
      { ...query, states: [JobState.Terminated], parts: false },
      { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
    );
    for (const run of page.items) {
      const cause = failureCause(run.errorSummary);
      const key = `${run.jobKey} ${cause}`;
      const grown = withRun(groups.get(key), run, cause);
      const group = reruns.has(run.id) ? { ...grown, rerun: grown.rerun + 1 } : grown;
      const ended = run.completedAt ?? run.createdAt;
      const span = Math.min(SPANS - 1, Math.max(0, Math.floor((ended.getTime() - fromMs) / spanMs)));
      group.spans[span] = (group.spans[span] ?? 0) + 1;
      groups.set(key, group);
    }
    runs += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && runs < MOST_RUNS);
  const newest = [...groups.values()]
    .sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
    .slice(0, MOST_GROUPS);
  const ids = await Promise.all(newest.map(({ jobKey, cause }) => fingerprint([jobKey, cause])));
  const handledOf = await handled.getMany(ids);
  return {
    groups: newest.map(({ argsSeen, ...group }, index) => {
      const id = ids[index] as string;
      return { ...group, id, args: [...argsSeen].slice(0, SHOWN_ARGS), handled: handledOf.get(id) ?? null };
    }),
    runs,
    grouped: newest.reduce((sum, { count }) => sum + count, 0),
    isComplete: cursor === null && newest.length === groups.size,
  };
}

/** The runs come newest first. */
function withRun(group: Group | undefined, run: JobInstanceSummary, cause: string): Group {
  const { id, jobKey, errorSummary, argsPreview, createdAt, completedAt } = run;
  const at = completedAt ?? createdAt;
  if (group === undefined) {
    return {
      jobKey,
      cause,
      error: errorSummary,
      count: 1,
      rerun: 0,
      firstAt: at,
      lastAt: at,
      newestId: id,
      args: [],
      spans: Array.from({ length: SPANS }, () => 0),
      argsSeen: new Set(argsPreview === null ? [] : [argsPreview]),
    };
  }
  const isFull = argsPreview === null || group.argsSeen.size >= SHOWN_ARGS;
  return {
    ...group,
    count: group.count + 1,
    // A run that was created earlier may have ended later.
    firstAt: at < group.firstAt ? at : group.firstAt,
    lastAt: at > group.lastAt ? at : group.lastAt,
    argsSeen: isFull ? group.argsSeen : new Set([...group.argsSeen, argsPreview]),
  };
}
