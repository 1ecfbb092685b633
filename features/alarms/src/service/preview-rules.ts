import {
  type IMoJobScheduleMetadataStore,
  type JobDefinition,
  type JobInstanceSummary,
  JobState,
} from "@mojob/core";
import {
  type AlarmRule,
  type AppSet,
  type JobDefinitionCache,
  LoopTurns,
  type RulePreview,
} from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";
import { AlarmCondition } from "@mojob/core/words";
import { endFindings } from "../background/end-findings.ts";

const PREVIEWED_MS = 30 * 24 * 3_600_000;
const PAGE = 200;
const MOST_RUNS = 5000;
const EXAMPLES = 5;
/** Ended runs of a job before one that failed, as the evaluation looks at them. */
const RUNS_OF_JOB = 20;

/** The conditions that kept runs can show. */
const PREVIEWED: ReadonlySet<AlarmCondition> = new Set([
  AlarmCondition.RunFailed,
  AlarmCondition.FailuresInRow,
  AlarmCondition.Missed,
]);

export interface PreviewOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "queries">;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly apps: AppSet;
}

/** The incidents that rules would have opened, by the runs that are kept: by the same steps that open incidents. */
export async function previewRules(
  rules: readonly AlarmRule[],
  options: PreviewOptions,
): Promise<readonly RulePreview[]> {
  const definitions = (await options.cache.getAll()).filter(({ app }) => options.apps.has(app));
  const jobs = new Map(definitions.map((definition) => [definition.key, definition]));
  const { runs, from } = await endedRuns(options);
  const byJob = Map.groupBy(runs, ({ jobKey }) => jobKey);
  const ended = [...byJob].map(
    ([jobKey, of]) => [jobKey, of.toSorted((a, b) => endOf(a) - endOf(b))] as const,
  );
  return LoopTurns.of(options.clock, options.tenant).run(previewsOf(rules, ended, { jobs, from }));
}

function* previewsOf(
  rules: readonly AlarmRule[],
  ended: readonly (readonly [jobKey: string, runs: readonly JobInstanceSummary[]])[],
  { jobs, from }: { readonly jobs: ReadonlyMap<string, JobDefinition>; readonly from: Date },
): Generator<void, readonly RulePreview[]> {
  const previews: RulePreview[] = [];
  for (const rule of rules) {
    const opened: (Opening & { readonly jobKey: string })[] = [];
    for (const [jobKey, runs] of ended)
      for (const one of yield* openings(rule, runs, { jobs })) opened.push({ ...one, jobKey });
    const newest = opened.toSorted((a, b) => b.at.getTime() - a.at.getTime());
    const incidents = PREVIEWED.has(rule.condition) ? opened.length : null;
    previews.push({ rule: rule.id, incidents, examples: newest.slice(0, EXAMPLES), from });
  }
  return previews;
}

interface Opening {
  readonly at: Date;
  /** How many runs it would have counted. */
  readonly runs: number;
}

/** The incidents of one job, from its runs in the order they ended: a success ends the one that is open. */
function* openings(
  rule: AlarmRule,
  ended: readonly JobInstanceSummary[],
  { jobs }: Pick<Parameters<typeof endFindings>[0], "jobs">,
): Generator<void, readonly Opening[]> {
  const opened: { at: Date; runs: number }[] = [];
  let isOpen = false;
  for (const [index, run] of ended.entries()) {
    yield;
    if (run.state === JobState.Succeeded) isOpen = false;
    const recent = ended.slice(Math.max(0, index + 1 - RUNS_OF_JOB), index + 1).toReversed();
    const found = endFindings({ runs: [run], jobs, recent: new Map([[run.jobKey, recent]]) }, [rule]);
    const own = found.find((one) => one.rule === rule);
    if (own === undefined) continue;
    const last = opened.at(-1);
    if (isOpen && last !== undefined) last.runs += 1;
    else opened.push({ at: own.finding.at, runs: 1 });
    isOpen = true;
  }
  return opened;
}

async function endedRuns({
  tenant,
  store,
  clock,
  apps,
}: PreviewOptions): Promise<{ readonly runs: readonly JobInstanceSummary[]; readonly from: Date }> {
  const from = new Date(clock.now().getTime() - PREVIEWED_MS);
  const states = [JobState.Terminated, JobState.Skipped, JobState.Succeeded];
  const query = { tenant, states, from, parts: false, ...(apps.only !== null && { app: apps.only }) };
  const runs: JobInstanceSummary[] = [];
  let cursor: string | null = null;
  do {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await store.queries.list(query, { limit: PAGE, ...(cursor !== null && { cursor }) });
    runs.push(...page.items.filter(({ app }) => apps.has(app)));
    cursor = page.nextCursor;
  } while (cursor !== null && runs.length < MOST_RUNS);
  return { runs, from: cursor === null ? from : (runs.at(-1)?.createdAt ?? from) };
}

function endOf({ completedAt, createdAt }: JobInstanceSummary): number {
  return (completedAt ?? createdAt).getTime();
}
