import type { MoJobScheduler } from "@mojob/core";
import { type Finding, warning } from "../finding.ts";
import type { FireProof } from "../proof/compare-fires.ts";
import { FireComparison } from "../proof/prove-jobs.ts";
import type { SourceMistake } from "../sources/source-job.ts";
import type { ImportRequest } from "./import-request.ts";
import { type PlannedJob, planImport } from "./plan-import.ts";
import { type Clash, meet, readStandingJobs } from "./standing-jobs.ts";
import { takeTurns } from "./take-turns.ts";

/** A job of a source as it would be imported. */
export interface PreviewedJob {
  readonly planned: PlannedJob;
  readonly clash: Clash;
  /** The key of the job that is there. */
  readonly standingKey: string | null;
  /** `null` where it does not fire by itself. */
  readonly proof: FireProof | null;
  readonly findings: readonly Finding[];
}

export interface ImportPreview {
  readonly jobs: readonly PreviewedJob[];
  readonly mistakes: readonly SourceMistake[];
}

/**
 * What an import would make, what it loses, and how the fires of the next 12 months differ; nothing is written.
 * @throws ImportMistake where the source as a whole cannot be read
 */
export async function previewImport(
  scheduler: Pick<MoJobScheduler, "jobs" | "workers">,
  request: ImportRequest,
  now: Date,
): Promise<ImportPreview> {
  const { jobs, mistakes } = planImport(request);
  const [standing, executors] = await Promise.all([readStandingJobs(scheduler.jobs), scheduler.workers()]);
  const comparison = new FireComparison(now, jobs.length);
  const previewed: PreviewedJob[] = [];
  for (const planned of jobs) {
    const { clash, definition } = meet(planned, standing);
    const proof = await takeTurns(comparison.prove(planned));
    const { kind } = planned.source.work;
    const app = planned.request?.app;
    const isRun = executors.some(
      (executor) => executor.app === app && executor.workKinds?.some((one) => one === kind),
    );
    const lacksRunner = app !== undefined && kind !== "code" && !isRun;
    const findings = lacksRunner
      ? [...planned.findings, warning("no_runner", "work", { app, kind })]
      : planned.findings;
    previewed.push({ planned, clash, standingKey: definition?.key ?? null, proof, findings });
  }
  return { jobs: previewed, mistakes };
}
