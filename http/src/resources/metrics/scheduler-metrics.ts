import type { Overview } from "@mojob/core/engine";
import { JOB_STATES } from "@mojob/core/ports";
import type { CompletionTotals } from "./completion-totals.ts";
import { COMPLETION_OUTCOMES } from "../overview/completions.ts";
import type { Metric } from "./prometheus-text.ts";

/** The scheduler's state as metrics. */
export function schedulerMetrics(overview: Overview, totals: CompletionTotals, now: Date): readonly Metric[] {
  const { counts, jobs, completions, debugMode, workers, running } = overview;
  const ended = totals.update(completions, now);
  return [
    {
      name: "mojob_instances",
      type: "gauge",
      help: "Runs in the store by state, a broadcast with its shards as one.",
      samples: JOB_STATES.map((state) => ({ labels: { state }, value: counts[state] })),
    },
    {
      name: "mojob_completions_total",
      type: "counter",
      help: "Runs that ended since this process started, by outcome, a broadcast with its shards as one.",
      samples: COMPLETION_OUTCOMES.map((outcome) => ({ labels: { outcome }, value: ended[outcome] })),
    },
    {
      name: "mojob_jobs",
      type: "gauge",
      help: "Registered jobs by kind.",
      samples: [
        { labels: { kind: "recurring" }, value: jobs.recurring },
        { labels: { kind: "triggered" }, value: jobs.triggered },
      ],
    },
    {
      name: "mojob_debug_mode",
      type: "gauge",
      help: "1 where jobs of the kind run only by hand.",
      samples: [
        { labels: { kind: "recurring" }, value: Number(debugMode.recurring) },
        { labels: { kind: "triggered" }, value: Number(debugMode.triggered) },
      ],
    },
    gauge("mojob_jobs_paused", "Recurring jobs that are paused.", jobs.paused),
    gauge("mojob_jobs_disabled", "Jobs that are disabled.", jobs.disabled),
    gauge("mojob_workers", "Workers seen within the last 10 seconds.", workers),
    gauge("mojob_running", "Runs under way, a broadcast and each of its shards.", running),
  ];
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: "gauge", help, samples: [{ value }] };
}
