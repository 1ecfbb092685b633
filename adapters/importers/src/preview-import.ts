import type { MoJobScheduler } from "@mojob/core";
import { type Finding, warning } from "./finding.ts";
import type { FireProof } from "./proof/compare-fires.ts";
import { FireComparison } from "./proof/prove-jobs.ts";
import type { SourceMistake } from "./sources/source-job.ts";
import { ImportLocale } from "./words/finding-words.ts";
import type { ImportRequest } from "./plan/import-request.ts";
import { type PlannedJob, planInSteps } from "./plan/plan-import.ts";
import { nodesWithoutRunner } from "./plan/task-refusals.ts";
import { appOfExecutors, refusalsOf } from "./plan/runs-here.ts";
import { withKeysWithin } from "./plan/task-keys.ts";
import { type Clash, keysThere, meet, readStandingJobs } from "./plan/standing-jobs.ts";
import { Turns } from "./plan/take-turns.ts";

/** How long fires are compared; of the jobs that are left after it only the plan is shown. Most files take less. */
const BUDGET_MS = 10_000;

export interface PreviewOptions {
  /** Ends the preview; it rejects with the reason. @default never */
  readonly signal?: AbortSignal;
  /** Processor time for comparing fires. @default 10_000 */
  readonly budgetMs?: number;
}

/** A job of a source as it would be imported. */
export interface PreviewedJob {
  readonly planned: PlannedJob;
  readonly clash: Clash;
  /** The key of the job that is there. */
  readonly standingKey: string | null;
  /** `null` where it does not fire by itself, and where the time was used up (`not_compared`). */
  readonly proof: FireProof | null;
  readonly findings: readonly Finding[];
}

export interface ImportPreview {
  readonly jobs: readonly PreviewedJob[];
  readonly mistakes: readonly SourceMistake[];
}

/**
 * The jobs that an import would make, the options that it loses, and how the fires of the next 12 months differ; nothing is written. It
 * computes in slices of a few milliseconds.
 * @throws ImportMistake where the source as a whole cannot be read
 */
export async function previewImport(
  scheduler: Pick<MoJobScheduler, "workers"> & { readonly jobs: Pick<MoJobScheduler["jobs"], "list"> },
  request: ImportRequest,
  now: Date,
  { signal, budgetMs = BUDGET_MS }: PreviewOptions = {},
): Promise<ImportPreview> {
  const turns = new Turns({ budgetMs, ...(signal !== undefined && { signal }) });
  const executors = await scheduler.workers();
  const appOf = (appName: string): string | null => appOfExecutors(executors, appName);
  const { jobs, mistakes } = await turns.take(planInSteps(request, appOf));
  const standing = await readStandingJobs(scheduler.jobs);
  const comparison = new FireComparison(now, jobs.length);
  const previewed: PreviewedJob[] = [];
  const keys = keysThere(jobs, standing);
  for (const stated of jobs) {
    const planned = withKeysWithin(stated, keys);
    const { clash, definition } = meet(planned, standing);
    const proof = await turns.takeWithin(comparison.prove(planned));
    const refusals =
      planned.request === null
        ? []
        : refusalsOf(planned.request, executors, request.locale ?? ImportLocale.English);
    const isCut =
      proof === null &&
      turns.isSpent &&
      (planned.schedule?.cron ?? planned.schedule?.everyMs ?? null) !== null;
    const waiting =
      planned.request === null
        ? []
        : nodesWithoutRunner(planned.source.work, planned.request.app ?? "", executors);
    const findings = [
      ...planned.findings,
      ...refusals,
      ...waiting,
      ...(isCut ? [warning("not_compared", "cron")] : []),
    ];
    const shown = refusals.length === 0 ? planned : { ...planned, request: null };
    previewed.push({ planned: shown, clash, standingKey: definition?.key ?? null, proof, findings });
  }
  const made = new Set(
    previewed.flatMap(({ planned: { source, request }, standingKey }) =>
      request === null && standingKey === null ? [] : [source.id],
    ),
  );
  return { jobs: previewed.map((job) => withLostChildren(job, made)), mistakes };
}

/** A job whose children cannot be made is made without them. */
function withLostChildren(job: PreviewedJob, made: ReadonlySet<string>): PreviewedJob {
  const { children, within } = job.planned;
  const lost = children.filter((child) => !made.has(child));
  const lostWithin = [...within].filter(([id]) => !made.has(id));
  return {
    ...job,
    findings: [
      ...job.findings,
      ...lost.map((child) => warning("child_refused", "children", { child })),
      ...lostWithin.map(([, found]) => warning("within_refused", "body", { found })),
    ],
  };
}
