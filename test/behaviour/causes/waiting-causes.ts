import { defineRecurringJob, defineTriggeredJob, type JobContext } from "@mojob/core";
import { expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "../deployment.ts";
import { Gates } from "../gates.ts";
import { inState } from "../states.ts";
import { Judge } from "./judge.ts";

const LATER_MS = 3_600_000;

/** Why runs wait, run and are late. */
export function testWaitingCauses(harness: DeploymentHarness, judged: Set<string>): void {
  test("of runs that wait for others, and of one that is late for them", async () => {
    const gates = new Gates();
    const pass = (_: unknown, context: JobContext): Promise<unknown> => gates.pass(context);
    const narrow = defineTriggeredJob({ key: "narrow", whenFull: "queue", execute: pass });
    const paced = defineTriggeredJob({
      key: "paced",
      maxConcurrency: null,
      rateLimit: { max: 1, perMs: LATER_MS },
      execute: () => {},
    });
    const latest = defineTriggeredJob({
      key: "latest",
      unique: "replace",
      uniqueKey: "args",
      maxConcurrency: null,
      execute: pass,
    });
    const deployment = await harness.open({ jobs: [narrow, paced, latest] });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const first = await api.trigger("narrow");
    await gates.entered(first.id);
    const [second, third] = [await api.trigger("narrow"), await api.trigger("narrow")];
    await judge.run(second.id, "another run holds its slot", "waiting");
    await judge.run(third.id, "others wait before it", "waiting");
    const begun = await api.trigger("paced");
    await inState(deployment, begun.id, "Succeeded");
    await judge.run(begun.id, "nothing kept it", "on_time");
    await judge.run(
      (await api.trigger("paced")).id,
      "as many as may begin in this time have begun",
      "waiting",
    );
    const goesOn = await api.trigger("latest", { args: "a" });
    await gates.entered(goesOn.id);
    const follows = await api.trigger("latest", { args: "a" });
    await judge.run(follows.id, "a run of its unique key goes on", "waiting");
    await deployment.elapse(harness.isRealTime === true ? 6000 : 10_000);
    for (const { id } of [first, second, third, goesOn, follows]) {
      gates.succeed(id);
      await inState(deployment, id, "Succeeded");
    }
    await judge.run(second.id, "other runs held its slot", "late");
  });

  test("of runs that come later", async () => {
    const sleepy = defineTriggeredJob({
      key: "sleepy",
      execute: (_, { snooze }) => snooze(LATER_MS),
    });
    const frail = defineTriggeredJob({
      key: "frail",
      retryCount: 1,
      retryIntervalMs: LATER_MS,
      execute: () => {
        throw new Error("told to fail");
      },
    });
    const deployment = await harness.open({ jobs: [sleepy, frail] });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const delayed = await api.trigger("sleepy", { delayMs: LATER_MS });
    await judge.run(delayed.id, "it was asked for later", "waiting");
    const snoozed = await api.trigger("sleepy");
    await inState(deployment, snoozed.id, "Scheduled");
    await judge.run(snoozed.id, "its own code asked for a later time", "waiting");
    const failed = await api.trigger("frail");
    await inState(deployment, failed.id, "Failed");
    await judge.run(failed.id, "its retry comes later", "waiting");
    await api.cancel(failed.id);
    await inState(deployment, failed.id, "Cancelled");
    await judge.run(failed.id, "somebody called off its retry", "cancelled");
  });

  test("of runs whose job is paused or whose app is stopped", async () => {
    const gates = new Gates();
    const queued = defineRecurringJob({
      key: "queued",
      cron: "* * * * * *",
      whenFull: "queue",
      misfire: { policy: "fireAll" },
      execute: (context) => gates.pass(context),
    });
    const plain = defineTriggeredJob({
      key: "plain",
      whenFull: "queue",
      execute: (_, context) => gates.pass(context),
    });
    const bounded = defineRecurringJob({
      key: "bounded",
      cron: "* * * * * *",
      whenFull: "queue",
      maxWaiting: 1,
      misfire: { policy: "fireAll" },
      execute: (context) => gates.pass(context),
    });
    const deployment = await harness.open({ jobs: [queued, plain, bounded] });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    await deployment.elapse(2000);
    const running = await deployment.until("a fire that runs", async () =>
      (await api.runsOf("queued")).find(({ state }) => state === "Processing"),
    );
    await deployment.elapse(1000);
    const refused = await deployment.until("a fire that found no room", async () => {
      await deployment.elapse(1000);
      return (await api.runsOf("bounded")).find(({ state }) => state === "Skipped");
    });
    await judge.run(refused.id, "a fire found as many waiting as may wait", "skipped");
    await api.call("POST", "/jobs/bounded/pause", { waiting: "cancel" });
    for (const { id, state } of await api.runsOf("bounded")) if (state === "Processing") gates.succeed(id);
    const held = await deployment.until("a fire that waits", async () =>
      (await api.runsOf("queued")).findLast(({ state }) => state === "Enqueued"),
    );
    await api.call("POST", "/jobs/queued/pause", {});
    await judge.run(held.id, "its job is paused", "waiting");
    gates.succeed(running.id);
    await inState(deployment, running.id, "Succeeded");
    await deployment.elapse(harness.isRealTime === true ? 6000 : 10_000);
    await api.call("POST", "/jobs/queued/resume", {});
    await gates.entered(held.id);
    gates.succeed(held.id);
    await inState(deployment, held.id, "Succeeded");
    await judge.run(held.id, "its job was paused", "late");
    await deployment.elapse(1000);
    const others = await deployment.until("more fires that wait", async () => {
      const waiting = (await api.runsOf("queued")).filter(({ state }) => state === "Enqueued");
      return waiting.length > 0 && waiting;
    });
    await api.call("POST", "/jobs/queued/pause", { waiting: "cancel" });
    const paused = others.at(-1)?.id ?? "";
    const ended = await deployment.until("a fire that its pause ended", async () =>
      (await api.runsOf("queued")).find(({ reasonCode }) => reasonCode === "job_paused"),
    );
    expect(paused).not.toBe("");
    await judge.run(ended.id, "its job was paused, and what waited was to end", "cancelled");
    const first = await api.trigger("plain");
    await gates.entered(first.id);
    const stopped = await api.trigger("plain");
    const release = { name: "Release 7", apps: ["behaviour"], holds: "runs", reason: "Migration" };
    const until = new Date(deployment.now().getTime() + 3_600_000).toISOString();
    await api.call("POST", "/windows", { ...release, until });
    await judge.run(stopped.id, "a window holds it", "waiting");
    await judge.fire("queued", "a window leaves it out");
    await api.call("POST", "/apps/behaviour/stop", { note: "Migration" });
    await judge.run(stopped.id, "its app is stopped", "waiting");
    await judge.fire("queued", "the app was stopped");
    await api.call("POST", "/apps/behaviour/stop", { waiting: "cancel" });
    await inState(deployment, stopped.id, "Cancelled");
    await judge.run(stopped.id, "its app was stopped, and what waited was to end", "cancelled");
    gates.succeed(first.id);
    await inState(deployment, first.id, "Succeeded");
    for (const { id, state } of await api.runsOf("queued")) if (state === "Processing") gates.succeed(id);
  });

  test("of runs that no worker takes", async () => {
    const gates = new Gates();
    const wide = defineTriggeredJob({
      key: "wide",
      maxConcurrency: null,
      execute: (_, context) => gates.pass(context),
    });
    const labelled = defineTriggeredJob({
      key: "labelled",
      executors: { labels: { gpu: "yes" } },
      execute: () => {},
    });
    const deployment = await harness.open({ jobs: [wide, labelled], worker: { maxConcurrentRuns: 1 } });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const definitions = [{ key: "stock.count", kind: "triggered", options: {} }];
    await api.call("POST", "/registrations", { app: "warehouse", definitions });
    const nobody = await api.trigger("stock.count");
    await judge.run(nobody.id, "no worker of its app was ever seen", "waiting");
    await judge.fire("stock.count", "no worker takes the job");
    await judge.fire("stock.count", "the job has no schedule");
    const needs = await api.trigger("labelled");
    await judge.run(needs.id, "no worker has the labels that it needs", "waiting");
    const first = await api.trigger("wide");
    await gates.entered(first.id);
    const second = await api.trigger("wide");
    // The worker says with its heartbeat how many it has.
    await deployment.elapse(harness.isRealTime === true ? 6000 : 10_000);
    await judge.run(second.id, "the only worker is full", "waiting");
    const cancelled = await api.cancel(first.id);
    expect(cancelled.status).toBe(202);
    await inState(deployment, first.id, "Cancelled");
    await judge.run(first.id, "somebody cancelled it while it ran", "cancelled");
    await gates.entered(second.id);
    const drained = await api.run(second.id);
    await api.call("POST", `/workers/${drained.worker}/drain`, {});
    const third = await api.trigger("wide");
    await judge.run(third.id, "the only worker takes no new runs", "waiting");
    await api.cancel(third.id);
    await inState(deployment, third.id, "Cancelled");
    await judge.run(third.id, "somebody cancelled it while it waited", "cancelled");
    gates.succeed(second.id);
  });
}

/** A run whose cancel was requested while its code goes on. */
export async function stubborn(deployment: Deployment, gates: Gates, judge: Judge): Promise<void> {
  const { api } = deployment;
  const run = await api.trigger("stubborn");
  await gates.entered(run.id);
  await api.cancel(run.id);
  await judge.run(run.id, "its cancel was requested, and its code goes on", "running");
  gates.succeed(run.id);
}
