import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatOf, cronOfBeats, skipAhead } from "./pace.ts";
import { inState } from "./states.ts";

interface WindowJson {
  readonly id: string;
  readonly revision: number;
  readonly until: string | null;
}

/** Times in which nothing of an app begins, or schedules do not fire. */
export function describeWindows(harness: DeploymentHarness): void {
  describe(`windows (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const make = async ({ api }: Deployment, body: object): Promise<WindowJson> => {
      const request = { name: "Release 7", apps: ["behaviour"], reason: "Schema", ...body };
      const made = await api.call<{ window: WindowJson }>("POST", "/windows", request);
      expect(made.status).toBe(201);
      return made.body.window;
    };
    /** Resolves to when it is over, which is a moment ahead. */
    const end = async ({ api }: Deployment, { id }: WindowJson): Promise<number> => {
      const path = `/windows/${id}`;
      const ended = await api.call<{ window: WindowJson }>("DELETE", path, undefined, { "If-Match": "*" });
      expect(ended.status).toBe(200);
      return Date.parse(ended.body.window.until ?? "");
    };

    test("a release window begins nothing but by hand, and lets go in order at its end what it held", async () => {
      const gates = new Gates();
      const gate = defineTriggeredJob({
        key: "gate",
        whenFull: "queue",
        execute: (_args, context) => gates.pass(context),
      });
      const deployment = await harness.open({ jobs: [gate] });
      const { api, until } = deployment;
      const runs = await api.trigger("gate");
      await gates.entered(runs.id);
      const untilMs = deployment.now().getTime() + 60_000;
      const window = await make(deployment, { holds: "runs", until: new Date(untilMs).toISOString() });
      gates.succeed(runs.id);
      await inState(deployment, runs.id, "Succeeded");
      const held = [
        await api.trigger("gate", { priority: 5 }),
        await api.trigger("gate"),
        await api.trigger("gate", { priority: 1 }),
      ];
      for (const { id } of held)
        await until("it to be held", async () => (await api.run(id)).reasonCode === "held");
      const byHand = await api.trigger("gate", { manual: true });
      await gates.entered(byHand.id);
      gates.succeed(byHand.id);
      await inState(deployment, byHand.id, "Succeeded");
      if (harness.isRealTime === true) await end(deployment, window);
      else await deployment.elapse(61_000);
      const [low, middle, urgent] = held as [RunJson, RunJson, RunJson];
      for (const { id } of [urgent, middle, low]) {
        await gates.entered(id);
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
      expect(gates.mostInside).toBe(1);
    });

    test("a workflow that goes on rests in a release window, and its own jobs begin as soon as it is over", async () => {
      const gates = new Gates();
      const step = defineTriggeredJob({ key: "step", execute: (_args, context) => gates.pass(context) });
      const deployment = await harness.open({ jobs: [step] });
      const { api, until } = deployment;
      const job = { work: { kind: "code", handler: "step" } };
      const first = { id: "first", type: "job", job };
      const second = { id: "second", type: "job", job, pre: [{ node: "first" }] };
      const work = { kind: "task", body: { engine: 1, nodes: [first, second] } };
      const flow = { key: "flow", app: "behaviour", kind: "triggered", work };
      expect((await api.call("POST", "/jobs", flow)).status).toBe(201);
      const { id } = await api.trigger("flow");
      const node = (index: number): Promise<RunJson> =>
        until(`node ${index + 1}`, async () => {
          const path = `/instances/${encodeURIComponent(id)}/children`;
          const { body } = await api.call<{ items: readonly RunJson[] }>("GET", path);
          return body.items.toSorted((a, b) => (a.id < b.id ? -1 : 1))[index];
        });
      const begun = await node(0);
      await gates.entered(begun.id);
      const lastsMs = harness.isRealTime === true ? 6000 : 60_000;
      const ends = new Date(deployment.now().getTime() + lastsMs);
      await make(deployment, { holds: "runs", until: ends.toISOString() });
      gates.succeed(begun.id);
      const held = await node(1);
      await until("it to be held", async () => (await api.run(held.id)).reasonCode === "held");
      if (harness.isRealTime !== true) await deployment.elapse(lastsMs + 1000);
      await gates.entered(held.id);
      // Long before those come who look after what was lost.
      expect(deployment.now().getTime() - ends.getTime()).toBeLessThan(15_000);
      gates.succeed(held.id);
      await inState(deployment, id, "Succeeded");
    });

    test("an exclusion window keeps schedules from firing, and a job that is to make up for it fires once at its end", async () => {
      const ran: string[] = [];
      const job = (key: string) =>
        defineRecurringJob({
          key,
          cron: cronOfBeats(harness),
          execute: ({ trigger }) =>
            void ran.push(`${key} ${trigger.nominalTime?.toISOString() ?? "by hand"}`),
        });
      const firesOf = (key: string, from: number, to: number): readonly string[] =>
        ran.filter((run) => {
          const [of, nominal = ""] = run.split(" ");
          return of === key && Date.parse(nominal) >= from && Date.parse(nominal) < to;
        });
      const beatMs = beatOf(harness);
      const deployment = await harness.open({ jobs: [job("left"), job("late")] });
      const { api, until, now } = deployment;
      const far = new Date(now().getTime() + 3_600_000).toISOString();
      const skips = await make(deployment, { jobs: ["left"], until: far });
      const once = await make(deployment, { jobs: ["late"], until: far, fires: "fireOnce" });
      const since = now().getTime();
      await until("some fires to be left out", async () => {
        await skipAhead(harness, deployment, beatMs);
        return now().getTime() - since > 4 * beatMs;
      });
      const during = ran.length;
      const triggered = await api.trigger("left");
      await inState(deployment, triggered.id, "Succeeded");
      expect(ran.length).toBe(during + 1);
      const [ended, madeUpAt] = [await end(deployment, skips), await end(deployment, once)];
      await until("both to fire again", async () => {
        await skipAhead(harness, deployment, beatMs);
        return firesOf("left", ended, Infinity).length > 0 && firesOf("late", madeUpAt, Infinity).length > 0;
      });
      // A fire that was under way when its window was made is behind it.
      const opened = since + 2 * beatMs;
      expect(firesOf("left", opened, ended)).toEqual([]);
      expect(firesOf("late", opened, madeUpAt)).toHaveLength(1);
      expect(ran.toSorted()).toEqual([...new Set(ran)].toSorted());
    });
  });
}
