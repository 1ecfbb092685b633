import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import type { Figure } from "./figures.ts";
import type { OpenedStore } from "./opened-store.ts";

const RUNS = Number(process.env["RUNS"] ?? 100_000);
const BATCH = 500;

/** How late the fires of a quiet tenant begin while another one of the same process triggers very many runs. */
export async function measureFairness(opened: OpenedStore): Promise<readonly Figure[]> {
  const tick = defineRecurringJob({
    key: "tick",
    cron: "* * * * * *",
    maxConcurrency: null,
    execute: () => {},
  });
  const noop = defineTriggeredJob({ key: "noop", maxConcurrency: null, execute: () => {} });
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    jobs: [tick, noop],
    tenants: ["loud", "quiet"],
    scheduler: { quotas: { maxWaitingRuns: null, maxWaitingBytes: null } },
    ...opened.options,
  });
  const { instances, jobs } = embedded.deployment.scheduler({ tenant: "loud" });
  await jobs.pause("tick");
  const begun = performance.now();
  for (let made = 0; made < RUNS; made += BATCH)
    await instances.triggerMany(
      "noop",
      Array.from({ length: BATCH }, () => ({})),
    );
  const tookS = (performance.now() - begun) / 1000;
  const { items } = await embedded.deployment
    .scheduler({ tenant: "quiet" })
    .instances.list({ jobKey: "tick" }, { limit: 200 });
  const late = items.flatMap(({ startedAt, trigger: { nominalTime } }) =>
    startedAt === null || nominalTime === undefined ? [] : [startedAt.getTime() - nominalTime.getTime()],
  );
  const sorted = late.toSorted((a, b) => a - b);
  const at = (part: number): string => `${sorted[Math.floor(part * (sorted.length - 1))] ?? 0} ms`;
  await embedded.close();
  await opened.close();
  return [
    { what: `one tenant triggers ${RUNS} runs`, value: `${tookS.toFixed(1)} s`, aim: "" },
    { what: "fires of the other tenant meanwhile", value: `${late.length}`, aim: "" },
    { what: "they begin late by, median", value: at(0.5), aim: "< 1 s" },
    { what: "they begin late by, at most", value: at(1), aim: "< 2 s" },
  ];
}
