import { defineRecurringJob, defineTriggeredJob, type JobOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatOf, cronOfBeats } from "./pace.ts";
import { inState } from "./states.ts";

/** What waits is bounded, and nothing waits for longer than it may. */
export function describeWaiting(harness: DeploymentHarness): void {
  describe(`waiting (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (
      options: Partial<JobOptions> = {},
    ): Promise<{ readonly deployment: Deployment; readonly gates: Gates }> => {
      const gates = new Gates();
      const gate = defineTriggeredJob({
        key: "gate",
        whenFull: "queue",
        execute: (_args, context) => gates.pass(context),
        ...options,
      });
      return { deployment: await harness.open({ jobs: [gate] }), gates };
    };

    test("a run that could not begin in time has failed, and the reason says whether there was a worker for it", async () => {
      const { deployment, gates } = await open();
      const { api } = deployment;
      await api.call("POST", "/registrations", {
        app: "elsewhere",
        definitions: [{ key: "nobody", kind: "triggered", options: { waitTimeoutMs: 2000 } }],
      });
      const first = await api.trigger("gate");
      await gates.entered(first.id);
      await api.edit("gate", { waitTimeoutMs: 2000 });
      const [second, alone] = [await api.trigger("gate"), await api.trigger("nobody")];
      await deployment.elapse(harness.isRealTime === true ? 2000 : 10_000);
      expect(await inState(deployment, second.id, "Terminated")).toMatchObject({
        error: { code: "waited_too_long" },
        startedAt: null,
        worker: null,
        attempt: 1,
      });
      expect(await inState(deployment, alone.id, "Terminated")).toMatchObject({
        error: { code: "no_worker" },
        reasonCode: "no_retries",
      });
      gates.succeed(first.id);
      await inState(deployment, first.id, "Succeeded");
      expect(gates.mostInside).toBe(1);
    });

    test("a pause holds fires that wait for a slot, and they begin when the job is resumed", async () => {
      const gates = new Gates();
      const tick = defineRecurringJob({
        key: "tick",
        cron: "* * * * * *",
        whenFull: "queue",
        misfire: { policy: "fireAll" },
        execute: (context) => gates.pass(context),
      });
      const deployment = await harness.open({ jobs: [tick] });
      const { api, until } = deployment;
      await deployment.elapse(1000);
      const runOf = (what: string, isIt: (run: RunJson) => boolean): Promise<RunJson> =>
        until(what, async () => (await api.runsOf("tick")).findLast(isIt));
      const first = await runOf("a fire that runs", ({ state }) => state === "Processing");
      await deployment.elapse(1000);
      const second = await runOf("a fire that waits", ({ reasonCode }) => reasonCode === "waits_for_slot");
      expect((await api.call("POST", "/jobs/tick/pause", {})).status).toBe(200);
      gates.succeed(first.id);
      const held = await until("it to be held", async () => {
        const run = await api.run(second.id);
        return run.reasonCode === "held" && run;
      });
      expect(held).toMatchObject({
        state: "Enqueued",
        reason: "Held until the job or its app is resumed",
        attempt: 0,
      });
      const byHand = await api.trigger("tick");
      await gates.entered(byHand.id);
      gates.succeed(byHand.id);
      await inState(deployment, byHand.id, "Succeeded");
      expect((await api.run(second.id)).state).toBe("Enqueued");
      expect((await api.call("POST", "/jobs/tick/resume", {})).status).toBe(200);
      // The fires of meanwhile have their turns too.
      await until("what was held to run", async () => {
        for (const { id } of await api.runsOf("tick")) gates.succeed(id);
        return (await api.run(second.id)).state === "Succeeded";
      });
      await api.call("POST", "/jobs/tick/pause", { waiting: "cancel" });
      await until("nothing to wait", async () => {
        const runs = await api.runsOf("tick");
        for (const { id } of runs) gates.succeed(id);
        return runs.every(({ state }) => ["Succeeded", "Cancelled"].includes(state));
      });
      expect(gates.mostInside).toBe(1);
    });

    test("a stopped app begins nothing but by hand, and what waited when it is started again", async () => {
      const { deployment, gates } = await open();
      const { api, until } = deployment;
      expect((await api.call("POST", "/apps/behaviour/stop", { note: "Migration" })).status).toBe(200);
      const asked = await api.trigger("gate");
      await until("it to be held", async () => (await api.run(asked.id)).reasonCode === "held");
      const byHand = await api.trigger("gate", { manual: true });
      await gates.entered(byHand.id);
      gates.succeed(byHand.id);
      await inState(deployment, byHand.id, "Succeeded");
      expect(await api.run(asked.id)).toMatchObject({ state: "Enqueued", attempt: 0 });
      expect((await api.call("POST", "/apps/behaviour/start", {})).status).toBe(200);
      await gates.entered(asked.id);
      gates.succeed(asked.id);
      await inState(deployment, asked.id, "Succeeded");
    });

    test("what a stopped app held begins in the order of its line when it is started again", async () => {
      const { deployment, gates } = await open();
      const { api, until } = deployment;
      expect((await api.call("POST", "/apps/behaviour/stop", {})).status).toBe(200);
      const runs = [
        await api.trigger("gate", { priority: 5 }),
        await api.trigger("gate"),
        await api.trigger("gate"),
        await api.trigger("gate", { priority: 1 }),
      ];
      for (const { id } of runs)
        await until("it to be held", async () => (await api.run(id)).reasonCode === "held");
      expect((await api.call("POST", "/apps/behaviour/start", {})).status).toBe(200);
      const [low, older, newer, urgent] = runs as [RunJson, RunJson, RunJson, RunJson];
      const begun: string[] = [];
      for (const { id } of runs) void gates.entered(id).then(() => begun.push(id));
      for (const { id } of [urgent, older, newer, low]) {
        await gates.entered(id);
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
      expect(begun).toEqual([urgent.id, older.id, newer.id, low.id]);
      expect(gates.mostInside).toBe(1);
    });

    test("a stop that cancels ends what waits and says why, leaves what runs, and a start goes on with what comes then", async () => {
      const gates = new Gates();
      const jobs = [
        defineTriggeredJob({
          key: "gate",
          whenFull: "queue",
          execute: (_args, context) => gates.pass(context),
        }),
        defineTriggeredJob({
          key: "flaky",
          unique: "replace",
          retryCount: 1,
          retryIntervalMs: 3_600_000,
          execute: (_args, context) => gates.pass(context),
        }),
        defineTriggeredJob({
          key: "quiet",
          debounceMs: 3_600_000,
          execute: (_args, context) => gates.pass(context),
        }),
      ];
      const deployment = await harness.open({ jobs });
      const { api } = deployment;
      const runs = await api.trigger("gate");
      await gates.entered(runs.id);
      const failed = await api.trigger("flaky");
      gates.fail(failed.id);
      await inState(deployment, failed.id, "Failed");
      const waiting = [
        await api.trigger("gate"),
        await api.trigger("gate", { delayMs: 3_600_000 }),
        failed,
        await api.trigger("quiet"),
      ];
      const stop = { note: "Migration", waiting: "cancel" };
      expect((await api.call("POST", "/apps/behaviour/stop", stop)).status).toBe(200);
      for (const { id } of waiting)
        expect(await inState(deployment, id, "Cancelled")).toMatchObject({
          reasonCode: "app_stopped",
          cancelledBy: "local",
          cancelNote: "Migration",
        });
      gates.succeed(runs.id);
      await inState(deployment, runs.id, "Succeeded");
      expect((await api.call("POST", "/apps/behaviour/start", {})).status).toBe(200);
      const next = await api.trigger("flaky");
      gates.succeed(next.id);
      await inState(deployment, next.id, "Succeeded");
    });

    test("a pause and a stopped app hold retries that would follow at once, until they are over", async () => {
      const gates = new Gates();
      const tick = defineRecurringJob({
        key: "tick",
        cron: cronOfBeats(harness),
        retryCount: 1,
        execute: (context) => gates.pass(context),
      });
      const asked = defineTriggeredJob({
        key: "gate",
        retryCount: 1,
        execute: (_args, context) => gates.pass(context),
      });
      const deployment = await harness.open({ jobs: [tick, asked] });
      const { api, until } = deployment;
      const fire = await until("a fire to run", async () => {
        await deployment.elapse(beatOf(harness));
        return (await api.runsOf("tick")).find(({ state }) => state === "Processing");
      });
      const triggered = await api.trigger("gate");
      for (const { id } of [fire, triggered]) await gates.entered(id);
      expect((await api.call("POST", "/jobs/tick/pause", {})).status).toBe(200);
      expect((await api.call("POST", "/apps/behaviour/stop", {})).status).toBe(200);
      for (const { id } of [fire, triggered]) gates.fail(id);
      for (const { id } of [fire, triggered]) {
        const held = await until("its retry to be held", async () => {
          await deployment.elapse(1);
          const run = await api.run(id);
          return run.reasonCode === "held" && run;
        });
        expect(held).toMatchObject({ state: "Failed", attempt: 1 });
      }
      expect((await api.call("POST", "/apps/behaviour/start", {})).status).toBe(200);
      expect((await api.call("POST", "/jobs/tick/resume", {})).status).toBe(200);
      for (const { id } of [fire, triggered]) {
        gates.succeed(id, "again", 2);
        await until("its retry to succeed", async () => {
          await deployment.elapse(1);
          return (await api.run(id)).state === "Succeeded";
        });
      }
    });

    test("above `maxWaiting` a trigger is refused, and there is room again when one has begun", async () => {
      const { deployment, gates } = await open({ maxWaiting: 1 });
      const { api, until } = deployment;
      const first = await api.trigger("gate");
      await gates.entered(first.id);
      const second = await api.trigger("gate");
      const refused = await api.call<{ readonly code: string }>("POST", "/jobs/gate/instances", {});
      expect([refused.status, refused.body.code]).toEqual([429, "waiting_limit"]);
      gates.succeed(first.id);
      await gates.entered(second.id);
      const third = await until("a third to be taken", async () => {
        const { status, body } = await api.call<{ readonly instance: RunJson }>(
          "POST",
          "/jobs/gate/instances",
          {},
        );
        return status === 202 && body.instance;
      });
      for (const { id } of [second, third]) {
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
    });
  });
}
