import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatAfter, beatOf, cronOfBeats } from "./pace.ts";
import { inState } from "./states.ts";

interface Explanation {
  readonly verdict?: string;
  readonly run?: string | null;
  readonly next?: string | null;
  readonly causes: readonly {
    readonly code: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  }[];
}

/** Why runs and fires are as they are. */
export function describeExplanations(harness: DeploymentHarness): void {
  describe(`explanations (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());
    const beatMs = beatOf(harness);

    const explain = async ({ api }: Deployment, path: string): Promise<Explanation> => {
      const { body } = await api.call<{ explanation: Explanation }>("GET", path);
      return body.explanation;
    };
    const ofRun = (deployment: Deployment, id: string): Promise<Explanation> =>
      explain(deployment, `/instances/${encodeURIComponent(id)}/explain`);
    const codes = ({ causes }: Explanation): readonly string[] => causes.map(({ code }) => code);

    test("a run that waits names the run that holds its slot, and who is before it", async () => {
      const gates = new Gates();
      const execute = gates.pass.bind(gates);
      const job = defineTriggeredJob({
        key: "narrow",
        maxConcurrency: 1,
        whenFull: "queue",
        execute: (_, context) => execute(context),
      });
      const deployment = await harness.open({ jobs: [job] });
      const first = await deployment.api.trigger("narrow");
      await gates.entered(first.id);
      const second = await deployment.api.trigger("narrow");
      const third = await deployment.api.trigger("narrow");
      const explanation = await deployment.until("both to wait for the slot", async () => {
        const found = await ofRun(deployment, third.id);
        return codes(found).includes("runs_before") && found;
      });
      expect(explanation).toMatchObject({
        verdict: "waiting",
        causes: [
          { code: "slots_taken", parameters: { limit: 1, runs: [first.id] } },
          { code: "runs_before", parameters: { count: 1 } },
        ],
      });
      expect(await ofRun(deployment, first.id)).toMatchObject({ verdict: "running", causes: [] });
      for (const { id } of [first, second, third]) {
        await gates.entered(id);
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
    });

    test("a failed run names what has changed since its job last succeeded", async () => {
      const job = defineTriggeredJob({
        key: "frail",
        execute: (args) => {
          if (args === "bad") throw new Error("told to fail");
        },
      });
      const deployment = await harness.open({ jobs: [job] });
      const good = await deployment.api.trigger("frail", { args: "good" });
      await inState(deployment, good.id, "Succeeded");
      await deployment.api.edit("frail", { timeoutMs: 5000 });
      const bad = await deployment.api.trigger("frail", { args: "bad" });
      await inState(deployment, bad.id, "Terminated");
      const { verdict, causes } = await ofRun(deployment, bad.id);
      expect(verdict).toBe("failed");
      expect(causes).toMatchObject([
        { code: "recorded", parameters: { reason: { code: "attempt_failed" } } },
        { code: "recorded", parameters: { reason: { code: "no_retries" } } },
        { code: "job_changed", parameters: { names: ["timeoutMs"] } },
        { code: "args_changed", parameters: { run: good.id } },
      ]);
    });

    test("a fire that did not happen names the pause and who made it, one that did its run", async () => {
      const job = defineRecurringJob({
        key: "tick",
        cron: cronOfBeats(harness),
        maxConcurrency: null,
        execute: () => {},
      });
      const deployment = await harness.open({ jobs: [job] });
      const fired = await deployment.until("a fire", async () => {
        await deployment.elapse(beatMs);
        const [run] = await deployment.api.runsOf("tick");
        return run?.trigger.nominalTime !== undefined && run;
      });
      const at = (time: string): string => `/jobs/tick/explain?at=${time}`;
      const happened = await explain(deployment, at(fired.trigger.nominalTime ?? ""));
      expect(happened).toMatchObject({ run: fired.id, causes: [{ code: "fired" }] });
      expect((await deployment.api.call("POST", "/jobs/tick/pause", { note: "Release" })).status).toBe(200);
      const paused = await explain(deployment, "/jobs/tick/explain");
      expect(codes(paused)).toEqual(["paused", "no_fire_to_come"]);
      const left = beatAfter(harness, deployment.now());
      await deployment.elapse(2 * beatMs);
      expect(await explain(deployment, at(left.toISOString()))).toMatchObject({
        run: null,
        causes: [{ code: "paused", parameters: { note: "Release" } }],
      });
      const between = new Date(left.getTime() - 1000).toISOString();
      expect(codes(await explain(deployment, at(between)))).toEqual(["not_scheduled"]);
    });

    test("a job that no worker has says so, for the run that waits and for the job", async () => {
      const deployment = await harness.open({ jobs: [] });
      const { api } = deployment;
      const definitions = [{ key: "stock.count", kind: "triggered", options: {} }];
      expect((await api.call("POST", "/registrations", { app: "warehouse", definitions })).status).toBe(200);
      const { id } = await api.trigger("stock.count");
      expect(await ofRun(deployment, id)).toMatchObject({
        verdict: "waiting",
        causes: [{ code: "no_worker", parameters: { app: "warehouse", workers: [] } }],
      });
      expect(codes(await explain(deployment, "/jobs/stock.count/explain"))).toEqual([
        "no_worker",
        "not_recurring",
      ]);
    });
  });
}
