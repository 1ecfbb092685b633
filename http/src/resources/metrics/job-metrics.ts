import type { HistogramReading, JobMetrics } from "@mojob/core/engine";
import { histogramSamples } from "./histogram-samples.ts";
import type { Metric } from "./prometheus-text.ts";

/** The measurements of each job by this process. `job` is a label that Prometheus sets itself, so ours is `job_key`. */
export function jobMetrics(jobs: readonly JobMetrics[]): readonly Metric[] {
  return [
    histogram("mojob_fire_lateness_seconds", "Time from a fire's nominal time to its run.", jobs, "lateness"),
    histogram(
      "mojob_run_wait_seconds",
      "Time from when a run could begin to its first attempt.",
      jobs,
      "wait",
    ),
    {
      name: "mojob_attempt_duration_seconds",
      type: "histogram",
      help: "Time that attempts took, by how they ended.",
      samples: jobs.flatMap((job) =>
        [...job.durations].flatMap(([outcome, duration]) =>
          histogramSamples({ ...labelsOf(job), outcome }, duration),
        ),
      ),
    },
    {
      name: "mojob_retries_total",
      type: "counter",
      help: "Attempts that failed and are tried again.",
      samples: jobs.map((job) => ({ labels: labelsOf(job), value: job.retries })),
    },
    {
      name: "mojob_event_loop_blocked_seconds_total",
      type: "counter",
      help: "Time in which the event loop did not turn while runs of the job were under way.",
      samples: jobs.map((job) => ({ labels: labelsOf(job), value: job.blockedSeconds })),
    },
  ];
}

function histogram(
  name: string,
  help: string,
  jobs: readonly JobMetrics[],
  member: "lateness" | "wait",
): Metric {
  const read = (job: JobMetrics): HistogramReading => job[member];
  return {
    name,
    type: "histogram",
    help,
    samples: jobs
      .filter((job) => read(job).count > 0)
      .flatMap((job) => histogramSamples(labelsOf(job), read(job))),
  };
}

function labelsOf({ app, jobKey }: JobMetrics): Readonly<Record<string, string>> {
  return { app, job_key: jobKey };
}
