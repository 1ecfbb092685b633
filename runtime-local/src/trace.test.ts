import {
  defineTriggeredJob,
  type JobRegistration,
  type JobTrigger,
  type MoJobScheduler,
  type Principal,
  type TriggeredJobOptions,
} from "@mojob/core";
import { CodeRunner } from "@mojob/core/engine";
import { defineTask } from "@mojob/core/tasks";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { expect, it, vi } from "vitest";
import { startEmbedded } from "./embedded.ts";

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

it("what follows from a run of a trace belongs to it: retries, children, nodes, shards, what its code starts", async () => {
  const clock = createFakeClock();
  const seen: unknown[] = [];
  const note = (key: string, options: TriggeredJobOptions = {}): JobRegistration =>
    defineTriggeredJob({
      ...options,
      key,
      execute: async (_args: unknown, { jobKey, attempt, trigger, scheduler }) => {
        seen.push([jobKey, attempt, trigger.traceparent]);
        if (key === "starter") await scheduler.trigger("wide");
        if (key === "child" && attempt === 1) throw new Error("once more");
      },
    });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    clock,
    hooks: { onRunEnd: () => {} },
    jobs: [
      note("parent", { children: [{ job: "child", on: "success" }] }),
      note("child", { retryCount: 1, retryIntervalMs: 1 }),
      note("starter"),
      note("wide", { routing: { strategy: "broadcast" } }),
      defineTask("graph", {}, (task) => void task.job("a", "wide")),
    ],
  });
  for (const job of ["parent", "wide", "graph", "starter"]) {
    // In their order.
    // oxlint-disable-next-line no-await-in-loop
    await scheduler.trigger(job, null, { traceparent: TRACE });
    // oxlint-disable-next-line no-await-in-loop
    await clock.advance(5000);
  }
  await scheduler.trigger("wide");
  await clock.advance(5000);
  expect(seen).toEqual([
    ["parent", 1, TRACE],
    ["child", 1, TRACE],
    ["child", 2, TRACE],
    ["wide", 1, TRACE],
    ["wide", 1, TRACE],
    ["starter", 1, TRACE],
    ["wide", 1, TRACE],
    ["wide", 1, undefined],
  ]);
  await close();
});

it.each([
  "",
  "00-0-0-01",
  TRACE.toUpperCase(),
  TRACE.replace("4b", "zz"),
  `${TRACE}-more`,
  TRACE.replace(/-0{2}f.*?-/, "-0000000000000000-"),
])("%j names no trace", async (traceparent) => {
  const job = defineTriggeredJob({ key: "job", execute: () => {} });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [job],
  });
  await expect(scheduler.trigger(job, null, { traceparent })).rejects.toMatchObject({
    code: "invalid_argument",
    issues: [{ pointer: "/traceparent", code: "pattern" }],
  });
  await close();
});

it("a job's own scheduler has all that any scheduler has, and reads its own run", async () => {
  const job = defineTriggeredJob({
    key: "job",
    execute: async (_args: unknown, { scheduler, instanceId }) => {
      const names = (of: object): readonly string[] => {
        const found: string[] = [];
        for (
          let one = of;
          one !== Object.prototype && one !== null;
          one = Object.getPrototypeOf(one) as object
        )
          found.push(...Object.getOwnPropertyNames(one));
        return [...new Set(found)].filter((name) => typeof Reflect.get(of, name) === "function").toSorted();
      };
      const services = [scheduler, scheduler.instances, scheduler.scoped("shop").instances];
      return { methods: services.map(names), app: (await scheduler.instances.get(instanceId)).app };
    },
  });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [job],
  });
  const { methods, app } = (await (await scheduler.trigger(job)).result()) as {
    methods: readonly (readonly string[])[];
    app: string;
  };
  expect(app).toBe("shop");
  for (const name of ["get", "list", "logs", "cancel", "trigger", "rerun"]) {
    expect(methods[1]).toContain(name);
    expect(methods[2]).toContain(name);
  }
  expect(methods[0]).toEqual(expect.arrayContaining(["ended", "result", "trigger", "scoped", "as"]));
  await close();
});

it("a job starts jobs of an app that its own run is not of, as somebody else too: they follow its run and belong to its trace", async () => {
  const started: JobTrigger[] = [];
  const child = defineTriggeredJob({ key: "mail.send", execute: () => "sent" });
  const job = defineTriggeredJob({
    key: "job",
    execute: async (_args: unknown, { scheduler }) => {
      const ann: Principal = { kind: "user", name: "ann", permissions: ["runs:trigger", "runs:rerun"] };
      const mail = scheduler.scoped("mail");
      const first = await mail.trigger("mail.send", null);
      started.push(first.instance.trigger, (await mail.instances.trigger("mail.send", {})).trigger);
      started.push((await mail.as(ann).trigger("mail.send", null)).instance.trigger);
      started.push((await scheduler.as(ann).scoped("mail").instances.trigger("mail.send", {})).trigger);
      started.push((await mail.instances.rerun(first.id)).trigger);
      return first.instance.app;
    },
  });
  const world = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
  const mail = await startEmbedded({ features: FEATURES, ...world, app: "mail", jobs: [child] });
  await mail.close();
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    ...world,
    app: "shop",
    jobs: [job],
  });
  const run = await scheduler.trigger(job, null, { traceparent: TRACE });
  expect(await run.result()).toBe("mail");
  const follows = { of: run.id, depth: 1, traceparent: TRACE };
  expect(started.slice(0, 4)).toMatchObject([follows, follows, follows, follows]);
  expect(started[2]).toMatchObject({ by: "user:ann" });
  // A re-run stands where the run does that it repeats.
  expect(started[4]).toMatchObject({ type: "rerun", depth: 1 });
  await close();
});

it.each<[string, (scheduler: MoJobScheduler) => MoJobScheduler]>([
  ["is limited to another app", (scheduler) => scheduler.scoped("mail")],
  [
    "is somebody else",
    (scheduler) => scheduler.as({ kind: "user", name: "ann", permissions: ["runs:trigger"] }),
  ],
  [
    "is both",
    (scheduler) => scheduler.as({ kind: "user", name: "ann", permissions: ["runs:trigger"] }).scoped("mail"),
  ],
])("runs that begin each other are 100 at most where their scheduler %s", async (_, narrowed) => {
  const errors: unknown[] = [];
  let executed = 0;
  const again = (key: string): JobRegistration =>
    defineTriggeredJob({
      key,
      maxConcurrency: null,
      execute: async (_args: unknown, { scheduler }) => {
        executed += 1;
        await narrowed(scheduler)
          .instances.trigger("mail.again", {})
          .catch((error: unknown) => errors.push(error));
      },
    });
  const { scheduler, close, executorHost } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [again("shop.first")],
  });
  await scheduler.jobs.create({
    key: "mail.again",
    app: "mail",
    kind: "triggered",
    options: { maxConcurrency: null },
  });
  const mail = await executorHost().open({
    app: "mail",
    runtime: { name: "node", version: "24" },
    worker: { name: "mail" },
    runners: [new CodeRunner("mail", [again("mail.again")], null)],
  });
  await scheduler.trigger("shop.first");
  await vi.waitFor(() => expect(errors).toHaveLength(1), 30_000);
  expect(executed).toBe(100);
  expect(errors[0]).toMatchObject({
    code: "chain_too_long",
    message: expect.stringContaining("(… → mail.again → mail.again"),
  });
  await mail.close(0);
  await close();
});

it("a run that is asked for a minute ahead begins a chain of its own, also where its arguments take their time to be checked", async () => {
  const clock = createFakeClock();
  const started: unknown[] = [];
  const validate = async (value: unknown) => {
    await clock.advance(5);
    return { value };
  };
  const again = defineTriggeredJob({
    key: "again",
    maxConcurrency: null,
    args: { "~standard": { version: 1, vendor: "test", validate } },
    execute: async (_args: unknown, { scheduler }) => {
      await scheduler.trigger("again", {}).catch(async () => {
        const { instance } = await scheduler.trigger("again", {}, { delayMs: 60_000 });
        started.push(instance.trigger.depth ?? "a chain of its own");
      });
    },
  });
  const { scheduler, close } = await startEmbedded({ inMemory: true, app: "shop", jobs: [again], clock });
  await scheduler.trigger("again", {});
  await vi.waitFor(() => expect(started).toEqual(["a chain of its own"]), 30_000);
  await close();
});
