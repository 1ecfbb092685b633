import { defineRecurringJob, defineTriggeredJob, type JobContext, NonRetryableError } from "@mojob/core";
import { expect, test } from "vitest";
import type { DeploymentHarness } from "../deployment.ts";
import { Gates } from "../gates.ts";
import { inState } from "../states.ts";
import { Judge } from "./judge.ts";
import { stubborn } from "./waiting-causes.ts";

/** Why runs were skipped and cancelled, and why they failed. */
export function testEndedCauses(harness: DeploymentHarness, judged: Set<string>): void {
  test("of runs that never began", async () => {
    const gates = new Gates();
    const pass = (_: unknown, context: JobContext): Promise<unknown> => gates.pass(context);
    const jobs = [
      defineTriggeredJob({ key: "full", execute: pass }),
      defineTriggeredJob({ key: "replaced", whenFull: "replace", execute: pass }),
      defineTriggeredJob({
        key: "stubborn",
        execute: (_, context) => gates.pass(context, true),
      }),
    ];
    const deployment = await harness.open({ jobs });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const first = await api.trigger("full");
    await gates.entered(first.id);
    await judge.run((await api.trigger("full")).id, "the slots of its job were taken", "skipped");
    const holder = await api.trigger("replaced");
    await gates.entered(holder.id);
    const older = await api.trigger("replaced");
    const newer = await api.trigger("replaced");
    await inState(deployment, older.id, "Cancelled");
    await judge.run(older.id, "a newer run took its place", "cancelled");
    await stubborn(deployment, gates, judge);
    for (const { id } of [first, holder, newer]) gates.succeed(id);
    await inState(deployment, first.id, "Succeeded");
  });

  test("of runs that failed, each for its own reason", async () => {
    const job = (key: string, options: object, error: Error): ReturnType<typeof defineTriggeredJob> =>
      defineTriggeredJob({
        key,
        ...options,
        execute: (args) => {
          if (args !== "good") throw error;
        },
      });
    const gates = new Gates();
    const plain = new Error("told to fail");
    const again = { retryCount: 1, retryIntervalMs: 0 };
    const jobs = [
      job("frail", {}, plain),
      job("tried", again, plain),
      job("hopeless", again, new NonRetryableError("there is no such order")),
      job("picky", { ...again, retryOn: ["TimeoutError"] }, plain),
      defineTriggeredJob({
        key: "slow",
        timeoutMs: 1000,
        execute: (_, context) => gates.pass(context),
      }),
      defineTriggeredJob({
        key: "narrow",
        whenFull: "queue",
        execute: (_, context) => gates.pass(context),
      }),
    ];
    const deployment = await harness.open({ jobs });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const failed = async (key: string, args?: unknown): Promise<string> => {
      const { id } = await api.trigger(key, args === undefined ? {} : { args });
      await inState(deployment, id, "Terminated");
      return id;
    };
    const first = await failed("frail", "bad");
    await judge.run(first, "its code failed", "failed");
    await judge.run(first, "its job has no retries", "failed");
    await judge.run(first, "its job never succeeded", "failed");
    const good = await api.trigger("frail", { args: "good" });
    await inState(deployment, good.id, "Succeeded");
    await judge.run(await failed("frail", "other"), "it has other arguments", "failed");
    await judge.run(await failed("frail", "other"), "it is not the first to fail", "failed");
    await api.edit("frail", { timeoutMs: 5000 });
    await judge.run(await failed("frail", "bad"), "somebody changed an option since", "failed");
    await judge.run(await failed("tried"), "its retries are used up", "failed");
    await judge.run(await failed("hopeless"), "its error says that a retry is of no use", "failed");
    await judge.run(await failed("picky"), "its job retries on other errors only", "failed");
    const slow = await api.trigger("slow");
    await gates.entered(slow.id);
    await deployment.elapse(2000);
    await inState(deployment, slow.id, "Terminated");
    await judge.run(slow.id, "it took longer than it may", "failed");
    const holder = await api.trigger("narrow");
    await gates.entered(holder.id);
    await api.edit("narrow", { waitTimeoutMs: 2000 });
    const late = await api.trigger("narrow");
    await deployment.elapse(harness.isRealTime === true ? 2000 : 10_000);
    await inState(deployment, late.id, "Terminated");
    await judge.run(late.id, "it waited longer for its slot than it may", "failed");
    gates.succeed(holder.id);
    await inState(deployment, holder.id, "Succeeded");
  });

  test("of a run that fails as the one before it succeeded, of one with shards and of one with nodes", async () => {
    let fails = false;
    const moody = defineTriggeredJob({
      key: "moody",
      execute: () => {
        if (fails) throw new Error("told to fail");
      },
    });
    const gates = new Gates();
    const sweep = defineTriggeredJob({
      key: "sweep",
      routing: { strategy: "broadcast" },
      execute: (_, context) => gates.pass(context),
    });
    const everywhere = defineTriggeredJob({
      key: "everywhere",
      routing: { strategy: "broadcast" },
      execute: () => {
        throw new Error("told to fail");
      },
    });
    const deployment = await harness.open({ jobs: [moody, everywhere, sweep] });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const good = await api.trigger("moody");
    await inState(deployment, good.id, "Succeeded");
    fails = true;
    const bad = await api.trigger("moody");
    await inState(deployment, bad.id, "Terminated");
    await judge.run(bad.id, "nothing has changed", "failed");
    const shards = await api.trigger("everywhere");
    await inState(deployment, shards.id, "Terminated");
    await judge.run(shards.id, "a shard of it failed", "failed");
    const swept = await api.trigger("sweep");
    const shard = await deployment.until("its shard to begin", async () =>
      (await api.runsOf("sweep")).find(
        ({ trigger, state }) => trigger.of === swept.id && state === "Processing",
      ),
    );
    const next = await api.trigger("sweep");
    await inState(deployment, next.id, "Skipped");
    await judge.run(next.id, "all of its shards were skipped", "skipped");
    gates.succeed(shard.id);
    await inState(deployment, swept.id, "Succeeded");
    const body = { engine: 1, nodes: [{ id: "a", type: "job", job: { key: "moody" } }] };
    const made = await api.call("POST", "/jobs", {
      key: "graph",
      app: "behaviour",
      kind: "triggered",
      work: { kind: "task", body },
    });
    expect(made.status).toBe(201);
    const graph = await api.trigger("graph");
    await inState(deployment, graph.id, "Terminated");
    await judge.run(graph.id, "a node of it failed", "failed");
  });

  test("of children that were not started", async () => {
    const parent = (key: string, child: object): ReturnType<typeof defineTriggeredJob> =>
      defineTriggeredJob({
        key,
        children: [child as { readonly job: string }],
        execute: () => ({ files: 1 }),
      });
    const jobs = [
      parent("gives", { job: "takes", args: { files: "{result.nothing}" } }),
      parent("asks", { job: "takes", when: "$.SELF.RESULT.nothing > 0" }),
    ];
    const deployment = await harness.open({ jobs });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const argsSchema = { type: "object", properties: { files: { type: "number" } }, required: ["files"] };
    const definitions = [{ key: "takes", kind: "triggered", options: {}, argsSchema }];
    await api.call("POST", "/registrations", { app: "elsewhere", definitions });
    const childOf = async (key: string, child: string): Promise<string> => {
      const { id } = await api.trigger(key);
      await inState(deployment, id, "Succeeded");
      const found = await deployment.until(`the child of "${key}"`, async () =>
        (await api.runsOf(child)).find(({ trigger, state }) => trigger.of === id && state === "Skipped"),
      );
      return found.id;
    };
    await judge.run(await childOf("gives", "takes"), "its child does not take the arguments", "skipped");
    await judge.run(await childOf("asks", "takes"), "its child's condition has no value", "skipped");
  });

  test("of runs whose job is deleted, or that no worker takes in time", async () => {
    const deployment = await harness.open({ jobs: [] });
    const { api } = deployment;
    const judge = new Judge(deployment, judged);
    const options = { waitTimeoutMs: 2000 };
    const definitions = [
      { key: "nobody", kind: "triggered", options },
      { key: "doomed", kind: "triggered", options: {} },
    ];
    await api.call("POST", "/registrations", { app: "elsewhere", definitions });
    const alone = await api.trigger("nobody");
    const doomed = await api.trigger("doomed", { delayMs: 3_600_000 });
    await deployment.elapse(harness.isRealTime === true ? 2000 : 10_000);
    await inState(deployment, alone.id, "Terminated");
    await judge.run(alone.id, "no worker came in time", "failed");
    await api.call("DELETE", "/jobs/doomed", undefined, { "if-match": "*" });
    await inState(deployment, doomed.id, "Cancelled");
    await judge.run(doomed.id, "its job was deleted", "cancelled");
  });

  test("of what debug mode holds back", async () => {
    const job = defineTriggeredJob({ key: "plain", execute: () => {} });
    const hourly = defineRecurringJob({ key: "hourly", cron: "0 0 * * * *", execute: () => {} });
    const scheduler = { triggeredDebugMode: true, recurringDebugMode: true };
    const deployment = await harness.open({ jobs: [job, hourly], scheduler });
    const judge = new Judge(deployment, judged);
    const run = await deployment.api.trigger("plain");
    await judge.run(run.id, "debug mode holds back what is not by hand", "skipped");
    await judge.fire("hourly", "debug mode holds back all that is not by hand");
  });
}
