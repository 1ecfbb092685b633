import type { ExecutorRecord } from "@mojob/core/ports";
import type { Metric } from "./prometheus-text.ts";

/** The places and the runs of the workers of each app. */
export function workerMetrics(workers: readonly ExecutorRecord[]): readonly Metric[] {
  const apps = [...Map.groupBy(workers, ({ app }) => app)];
  const limited = apps.filter(([, own]) => own.every(({ limit }) => limit !== null));
  return [
    {
      name: "mojob_worker_places",
      type: "gauge",
      help: "Runs that the workers of an app may have at once now; left out where one of them has no limit.",
      samples: limited.map(([app, own]) => ({ labels: { app }, value: sum(own, ({ limit }) => limit ?? 0) })),
    },
    {
      name: "mojob_worker_running",
      type: "gauge",
      help: "Runs that the workers of an app have.",
      samples: apps.map(([app, own]) => ({ labels: { app }, value: sum(own, ({ running }) => running) })),
    },
  ];
}

function sum(workers: readonly ExecutorRecord[], of: (worker: ExecutorRecord) => number): number {
  return workers.reduce((total, worker) => total + of(worker), 0);
}
