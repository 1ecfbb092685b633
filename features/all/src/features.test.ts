import type { MoJobScheduler } from "@mojob/core";
import { methodRulesOf } from "@mojob/core/engine";
import { defineTask } from "@mojob/core/tasks";
import { startEmbedded } from "@mojob/runtime-local";
import { afterEach, describe, expect, it } from "vitest";
import { FEATURES } from "./features.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(features: typeof FEATURES): Promise<MoJobScheduler> {
  const { scheduler, close } = await startEmbedded({ app: "shop", inMemory: true, jobs: [], features });
  closing.push(close);
  return scheduler;
}

const CALLS: Readonly<Record<string, (scheduler: MoJobScheduler) => Promise<unknown>>> = {
  why: (scheduler) => scheduler.explanations.run("unknown"),
  alarms: (scheduler) => scheduler.incidents.counts(),
  tasks: (scheduler) => scheduler.tasks.inboxCount(),
  views: (scheduler) => scheduler.views.list(),
  backfill: (scheduler) => scheduler.backfills.list(),
  reports: (scheduler) => scheduler.reports.state(),
  windows: (scheduler) => scheduler.windows.list(),
  forecast: (scheduler) => scheduler.forecasts.spreads(),
  exports: (scheduler) => scheduler.exports.list(),
  calendars: (scheduler) => scheduler.calendars.list(),
  storage: (scheduler) => scheduler.storage.read(),
  samples: (scheduler) => scheduler.samples.samplesOf({}),
};

describe("features", () => {
  it("are asked for by name in the test below", () => {
    expect(FEATURES.map(({ name }) => name)).toEqual(Object.keys(CALLS));
  });

  it.each(Object.keys(CALLS))("say which one a call lacks, such as %s", async (name) => {
    const scheduler = await open(FEATURES.filter((feature) => feature.name !== name));
    await expect(CALLS[name]!(scheduler)).rejects.toMatchObject({
      code: "feature_missing",
      message: expect.stringContaining(`without the feature "${name}"`) as string,
      parameters: { feature: name },
    });
    // The others work, and for those who ask on behalf of somebody too.
    for (const other of Object.keys(CALLS).filter((one) => one !== name)) {
      const failure = await CALLS[other]!(scheduler.scoped("shop")).catch((error: unknown) => error);
      expect(failure).not.toMatchObject({ code: "feature_missing" });
    }
  });

  it("are wanted where a job is a task, however it comes", async () => {
    const missing = { code: "feature_missing", parameters: { feature: "tasks" } };
    const scheduler = await open(FEATURES.filter(({ name }) => name !== "tasks"));
    // Another scheduler of the process has them.
    await open(FEATURES);
    const body = { engine: 1, nodes: [{ id: "a", type: "job", job: { key: "shop.greet" } }] };
    const task = {
      key: "shop.nightly",
      app: "shop",
      kind: "triggered",
      work: { kind: "task", body },
    } as const;
    await expect(scheduler.jobs.create(task as never)).rejects.toMatchObject(missing);
    const declared = defineTask("shop.declared", {}, (graph) => void graph.job("a", "shop.greet"));
    const started = startEmbedded({ app: "shop", inMemory: true, jobs: [declared] });
    await expect(started).rejects.toMatchObject(missing);
  });

  it("can be awaited where they are missing", async () => {
    const { incidents } = await open([]);
    await expect(Promise.resolve(incidents)).resolves.toBe(incidents);
  });

  it("refuse a list that names one twice, or two that bring the same service", async () => {
    const [first] = FEATURES;
    await expect(open([first!, first!])).rejects.toMatchObject({ code: "invalid_configuration" });
    const other = { ...first!, name: "other" };
    await expect(open([first!, other])).rejects.toMatchObject({ code: "invalid_configuration" });
    const { tasks } = FEATURES.find(({ name }) => name === "tasks")!;
    const second = { name: "second", tasks: tasks! };
    await expect(open([...FEATURES, second])).rejects.toMatchObject({ code: "invalid_configuration" });
  });

  it("bring rules for every method of their services", () => {
    const services = Object.keys(methodRulesOf(FEATURES));
    expect(services).toEqual(
      expect.arrayContaining(["explanations", "incidents", "alarms", "tasks", "views", "jobs", "own"]),
    );
    expect(Object.keys(methodRulesOf([]))).not.toContain("incidents");
  });
});
