import type { AppSet } from "../../access/app-set.ts";
import { fingerprint } from "../../base/fingerprint.ts";
import { numberOfFailure } from "../../model/code/number-of-code.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { failureCause } from "../../model/preview/failure-cause.ts";
import type { IMoInstanceQueries, InstanceQuery } from "../../ports/instance-queries.ts";
import {
  type FailureGroup,
  FailureOrder,
  type FailureQuery,
  type Failures,
  type NumberedFailures,
} from "../../scheduler/failures.ts";
import { FailureTally } from "./failure-tally.ts";
import type { HandledFailures } from "./handled-failures.ts";

/** Runs looked at: pages of one index. */
const MOST_RUNS = 10_000;
const PAGE_SIZE = 200;
const MOST_GROUPS = 200;

export interface ReadFailuresOptions {
  readonly list: IMoInstanceQueries["list"];
  /** The runs of these ids, in their order. */
  readonly get: (ids: readonly string[]) => Promise<readonly (JobInstance | null)[]>;
  readonly handled: HandledFailures;
  /** The apps of who asks: what is said of a group is seen by those alone who see the same runs. */
  readonly apps: AppSet;
  /** The runs that repeat others, by the id of what they repeat. */
  readonly reruns: ReadonlyMap<string, readonly string[]>;
  readonly now: Date;
}

/** Groups the newest failed runs that a query finds by their cause, over all jobs. */
export async function readFailures(
  { from, search, orderBy = FailureOrder.Newest, ...query }: FailureQuery & Pick<InstanceQuery, "tenant">,
  { list, get, handled, apps, reruns, now }: ReadFailuresOptions,
): Promise<Failures> {
  const tallies = new Map<string, FailureTally>();
  let read = 0;
  let cursor: string | null = null;
  do {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page: Awaited<ReturnType<IMoInstanceQueries["list"]>> = await list(
      { ...query, from, states: [JobState.Terminated], parts: false },
      { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
    );
    for (const run of page.items) {
      const cause = failureCause(run.errorSummary);
      const tally = tallies.get(cause) ?? new FailureTally(cause, { from, now }, run);
      tally.add(run, reruns.has(run.id));
      tallies.set(cause, tally);
    }
    read += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && read < MOST_RUNS);
  const fitting = [...tallies.values()].filter((tally) => search === undefined || tally.fits(search));
  const shown = fitting.toSorted(ORDERS[orderBy]).slice(0, MOST_GROUPS);
  const scope = apps.names === null ? [] : [...apps.names].toSorted();
  const ids = await Promise.all(shown.map(({ cause }) => fingerprint(["failure", cause, ...scope])));
  const [handledOf, newest] = await Promise.all([
    handled.getMany(ids),
    get(shown.map(({ newestId }) => newestId)),
  ]);
  const countOf = (some: readonly FailureTally[]): number => some.reduce((sum, { count }) => sum + count, 0);
  const groups = shown.map((tally, index) => {
    const id = ids[index] as string;
    const error = newest[index]?.error ?? null;
    return {
      ...tally.toGroup(),
      id,
      number: error && numberOfFailure(error),
      handled: handledOf.get(id) ?? null,
    };
  });
  return {
    groups,
    numbers: countNumbers(groups, (index) => newest[index]?.error?.code ?? ""),
    groupCount: fitting.length,
    runs: countOf(fitting),
    grouped: countOf(shown),
    isComplete: cursor === null && shown.length === fitting.length,
  };
}

/** Adds up the groups of each number. */
function countNumbers(
  groups: readonly FailureGroup[],
  codeOf: (index: number) => string,
): readonly NumberedFailures[] {
  const numbers = new Map<number, NumberedFailures & { readonly lastMs: number }>();
  for (const [index, { number, count, lastAt }] of groups.entries()) {
    if (number === null) continue;
    const known = numbers.get(number);
    const lastMs = lastAt.getTime();
    const isNewest = known === undefined || lastMs > known.lastMs;
    numbers.set(number, {
      number,
      code: isNewest ? codeOf(index) : known.code,
      count: (known?.count ?? 0) + count,
      groups: (known?.groups ?? 0) + 1,
      lastMs: isNewest ? lastMs : known.lastMs,
    });
  }
  return [...numbers.values()]
    .toSorted((one, other) => other.count - one.count || one.number - other.number)
    .map(({ number, code, count, groups: causes }) => ({ number, code, count, groups: causes }));
}

const newestFirst = (a: FailureTally, b: FailureTally): number => b.lastMs - a.lastMs;

const ORDERS: Readonly<Record<FailureOrder, (a: FailureTally, b: FailureTally) => number>> = {
  newest: newestFirst,
  count: (a, b) => b.count - a.count || newestFirst(a, b),
};
