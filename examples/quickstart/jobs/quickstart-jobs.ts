import { join } from "node:path";
import { type JobRegistration, recurring, triggered } from "@mojob/core";
import { FileStatsJob } from "./file-stats.ts";
import { flaky } from "./flaky.ts";
import { MachineSampleJob } from "./machine-sample.ts";
import { prices } from "./prices.ts";
import { refundJobs } from "./refund.ts";
import { report } from "./report.ts";
import { sleep } from "./sleep.ts";

/** The jobs to try things out with; they read and write below `directory` alone. */
export function quickstartJobs(directory: string): readonly JobRegistration[] {
  const samples = join(directory, ".mojob", "machine-samples.jsonl");
  return [
    recurring(MachineSampleJob, () => new MachineSampleJob(samples)),
    triggered(FileStatsJob, () => new FileStatsJob(directory)),
    report,
    flaky,
    sleep,
    prices,
    ...refundJobs,
  ];
}
