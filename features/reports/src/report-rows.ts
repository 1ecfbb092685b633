import { invalidInput, issueAt } from "@mojob/core/engine";
import { AppSet, type Requester, type ServiceParts } from "@mojob/core/feature";
import {
  type Rollup,
  RollupKind,
  type RollupQuery,
  type RollupTally,
  type RollupTime,
} from "@mojob/core/ports";
import type { ReportRequest } from "./report-request.ts";

const READ_AT_ONCE = 2000;
/** How many rows one report is made of at most, and of how many more the numbers are read. */
export const MOST_ROWS = 50_000;
const MOST_TALLIED = 250_000;

/** Where a row belongs in a report. */
export interface RowSubject {
  readonly id: string;
  /** `null` for a tag. */
  readonly app: string | null;
}

/** The rows that a report is made of, and whose they are. */
export interface RowSelection {
  readonly of: Pick<RollupQuery, "tenant" | "kind" | "apps" | "ids">;
  /** Whether each subject has rows of its own, so that subjects may be put in order by the numbers of these. */
  readonly areSubjects: boolean;
  isWanted(row: Pick<Rollup, "id">): boolean;
  subjectsOf(row: Pick<Rollup, "app" | "id">): readonly RowSubject[];
}

/** How a report is read. */
export interface Reading {
  readonly store: ServiceParts["store"]["rollups"];
  /** How many more rows may be read for it. */
  readonly budget: { left: number };
  readonly doing: string;
}

/** Selects the rows of a report, of the apps alone that the caller may read. */
export async function selectRows(
  { tenant, cache }: Pick<ServiceParts, "tenant" | "cache">,
  requester: Requester,
  request: ReportRequest,
): Promise<RowSelection> {
  const { by, app, jobKey, executor, tag } = request;
  const named = app === undefined ? request.apps : [app];
  const apps = named === undefined ? requester.apps : requester.apps.and(AppSet.of([...named]));
  const jobs = tag === undefined && by !== "tag" ? [] : await cache.getAll();
  const tagsOf = new Map(jobs.map(({ key, options }) => [key, options.tags]));
  const tagged = tag === undefined ? null : jobs.filter(({ options }) => options.tags.includes(tag));
  const keys = keysOf(tagged?.map(({ key }) => key) ?? null, jobKey);
  const kind = kindOf(request);
  const ids =
    kind === RollupKind.Job
      ? keys
      : kind === RollupKind.Executor && executor !== undefined
        ? [executor]
        : null;
  const isOfTenant = kind === RollupKind.Tenant && apps.names === null;
  return {
    of: {
      tenant,
      kind: kind === RollupKind.Tenant && !isOfTenant ? RollupKind.App : kind,
      ...(apps.names !== null && { apps: [...apps.names] }),
      ...(ids !== null && { ids }),
    },
    areSubjects: by !== "tag" && (by !== "app" || kind === RollupKind.App),
    isWanted: ({ id }) =>
      kind !== RollupKind.Node || keys === null || keys.includes(id.slice(0, id.lastIndexOf("#"))),
    subjectsOf: ({ id, app: ofApp }) => {
      if (by === "tenant") return [];
      if (by === "app") return [{ id: ofApp, app: ofApp }];
      if (by !== "tag") return [{ id, app: ofApp }];
      return (tagsOf.get(id) ?? []).map((name) => ({ id: name, app: null }));
    },
  };
}

/**
 * Reads rows of some times, in pages.
 * @throws MoJobError `invalid_argument` for more than 50,000 of them in one report
 */
export async function* readRows(
  { store, budget, doing }: Reading,
  { of, isWanted }: RowSelection,
  times: readonly RollupTime[],
): AsyncGenerator<readonly Rollup[], void, void> {
  if (of.apps?.length === 0 || of.ids?.length === 0) return;
  for (const time of times) {
    const query: RollupQuery = { ...of, ...time, limit: READ_AT_ONCE };
    let after: RollupQuery["after"];
    do {
      // oxlint-disable-next-line no-await-in-loop
      const rows = await store.list(after === undefined ? query : { ...query, after });
      yield rows.filter(isWanted);
      after = rows.length < READ_AT_ONCE ? undefined : rows.at(-1);
      budget.left -= rows.length;
      if (budget.left < 0) throw tooLarge(doing, MOST_ROWS);
    } while (after !== undefined);
  }
}

/**
 * The numbers of each subject over some times, by which these are put in order: what they cost is a small part of their rows.
 * @throws MoJobError `invalid_argument` for more than 250,000 rows
 */
export async function tallyRows(
  { store, doing }: Reading,
  { of, isWanted }: RowSelection,
  times: readonly RollupTime[],
): Promise<readonly RollupTally[]> {
  if (of.apps?.length === 0 || of.ids?.length === 0) return [];
  const tallies = await store.tally({ ...of, times, limit: MOST_TALLIED });
  if (tallies === null) throw tooLarge(doing, MOST_TALLIED);
  return tallies.filter(isWanted);
}

function tooLarge(doing: string, max: number): Error {
  return invalidInput(doing, [issueAt("/from", "report_too_large", { max })]);
}

function kindOf({ by, jobKey, executor, tag }: ReportRequest): RollupKind {
  if (by === "node") return RollupKind.Node;
  if (by === "executor" || executor !== undefined) return RollupKind.Executor;
  if (by === "job" || by === "tag" || jobKey !== undefined || tag !== undefined) return RollupKind.Job;
  return by === "app" ? RollupKind.App : RollupKind.Tenant;
}

/** The keys of the jobs that are wanted; `null` for all. */
function keysOf(tagged: readonly string[] | null, jobKey: string | undefined): readonly string[] | null {
  if (jobKey === undefined) return tagged;
  return tagged === null || tagged.includes(jobKey) ? [jobKey] : [];
}
