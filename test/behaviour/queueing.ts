import { defineRecurringJob, defineTriggeredJob, type JobContext, type JobOptions } from "@mojob/core";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatOf, cronOfBeats } from "./pace.ts";
import { inState } from "./states.ts";

type Step =
  | { readonly type: "trigger"; readonly priority: number }
  | { readonly type: "end"; readonly pick: number; readonly fails: boolean }
  | { readonly type: "cancel"; readonly pick: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant("trigger" as const), priority: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ type: fc.constant("end" as const), pick: fc.nat(), fails: fc.boolean() }),
  fc.record({ type: fc.constant("cancel" as const), pick: fc.nat() }),
);

/** Waits until the run shows that it waits for a slot. */
async function waiting({ api, until }: Deployment, id: string): Promise<RunJson> {
  return until(`run ${id} to wait for a slot`, async () => {
    const run = await api.run(id);
    return run.reasonCode === "waits_for_slot" && run;
  });
}

/** A job that queues: what finds it full waits, and begins in its turn. */
export function describeQueueing(harness: DeploymentHarness): void {
  describe(`queueing (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (
      options: Partial<JobOptions> & {
        readonly execute?: (args: unknown, context: JobContext) => Promise<unknown>;
      } = {},
    ): Promise<{ readonly deployment: Deployment; readonly gates: Gates }> => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "gate",
            whenFull: "queue",
            execute: (_args, context) => gates.pass(context),
            ...options,
          }),
        ],
      });
      return { deployment, gates };
    };

    /** Triggers it a millisecond after the one before, which is what creation is known to. */
    const trigger = async (deployment: Deployment, request: object = {}): Promise<string> => {
      await deployment.elapse(1);
      return (await deployment.api.trigger("gate", request)).id;
    };

    test("a run that finds its job full waits, says so, and begins when the one before it has ended", async () => {
      const { deployment, gates } = await open();
      const first = await deployment.api.trigger("gate");
      await gates.entered(first.id);
      const second = await deployment.api.trigger("gate");
      expect(await waiting(deployment, second.id)).toMatchObject({
        state: "Enqueued",
        attempt: 0,
        reason: "Waits for a slot: 1 of 1 in use (maxConcurrency)",
      });
      gates.succeed(first.id, "one");
      gates.succeed(second.id, "two");
      expect(await inState(deployment, second.id, "Succeeded")).toMatchObject({ result: "two", attempt: 1 });
      expect(gates.mostInside).toBe(1);
    });

    test("those that wait begin by priority, then creation, each when a slot is given back", async () => {
      const { deployment, gates } = await open({ retryCount: 0 });
      const holder = await deployment.api.trigger("gate");
      await gates.entered(holder.id);
      const runs: { readonly id: string; readonly priority: number }[] = [];
      for (const priority of [5, 3, 3, 1]) {
        const id = await trigger(deployment, { priority });
        await waiting(deployment, id);
        runs.push({ id, priority });
      }
      let before = holder.id;
      for (const { id } of runs.toSorted((a, b) => a.priority - b.priority)) {
        expect(gates.inside).toBe(1);
        gates.succeed(before);
        await gates.entered(id);
        before = id;
      }
      gates.succeed(before);
      await inState(deployment, before, "Succeeded");
      expect(gates.mostInside).toBe(1);
    });

    test("those of one request wait in its order, however fast they are recorded", async () => {
      const { deployment, gates } = await open();
      const { api } = deployment;
      const holder = await trigger(deployment);
      await gates.entered(holder);
      const { body } = await api.call<{ items: { id: string }[] }>("POST", "/jobs/gate/instances/batch", {
        items: Array.from({ length: 8 }, () => ({})),
      });
      const ids = body.items.map(({ id }) => id);
      for (const id of ids) await waiting(deployment, id);
      const queue = await api.call<{ items: { run: RunJson }[] }>("GET", "/queue?jobKey=gate");
      expect(queue.body.items.map(({ run }) => run.id)).toEqual(ids);
      for (const id of [holder, ...ids]) {
        await gates.entered(id);
        expect(gates.inside).toBe(1);
        gates.succeed(id);
      }
      for (const id of ids) await inState(deployment, id, "Succeeded");
    });

    test("fires wait for longer than their misfire grace, and each of them runs in its turn", async () => {
      const gates = new Gates();
      const misfire = { policy: "skip", graceMs: 1000 } as const;
      const tick = defineRecurringJob({
        key: "tick",
        cron: cronOfBeats(harness),
        whenFull: "queue",
        misfire,
        execute: (context) => gates.pass(context),
      });
      const deployment = await harness.open({ jobs: [tick] });
      const { api, until } = deployment;
      const found = await until("fires to wait", async () => {
        await deployment.elapse(beatOf(harness));
        const runs = await api.runsOf("tick");
        return runs.filter(({ reasonCode }) => reasonCode === "waits_for_slot").length > 1 && runs;
      });
      // The duty that ends late fires has looked since.
      await deployment.elapse(6000);
      await api.edit("tick", { cron: null });
      await until("each of them to run", async () => {
        await deployment.elapse(1);
        const runs = await Promise.all(found.map(({ id }) => api.run(id)));
        for (const { id } of await api.runsOf("tick")) gates.succeed(id);
        return runs.every(({ state }) => state === "Succeeded" || state === "Skipped");
      });
      const ended = await api.runsOf("tick");
      expect(ended.filter(({ reasonCode }) => reasonCode === "begun_too_late")).toEqual([]);
      expect(gates.mostInside).toBe(1);
    });

    test("many asked for at once: all run, never more than the limit, none is skipped", async () => {
      const { deployment, gates } = await open({ maxConcurrency: 3 });
      const runs = await Promise.all(Array.from({ length: 40 }, () => deployment.api.trigger("gate")));
      for (const { id } of runs) gates.succeed(id);
      for (const { id } of runs) await inState(deployment, id, "Succeeded");
      expect(gates.mostInside).toBeLessThanOrEqual(3);
    });

    test("one that is cancelled while it waits never runs, and the one after it has its turn", async () => {
      const { deployment, gates } = await open();
      const first = await trigger(deployment);
      await gates.entered(first);
      const [second, third] = [await trigger(deployment), await trigger(deployment)];
      for (const id of [second, third]) await waiting(deployment, id);
      await deployment.api.cancel(second);
      gates.succeed(first);
      await gates.entered(third);
      gates.succeed(third);
      await inState(deployment, third, "Succeeded");
      expect(await deployment.api.run(second)).toMatchObject({ state: "Cancelled", attempt: 0 });
    });

    test("those that wait are shown in their order, which people change, and cancelled together", async () => {
      interface QueueJson {
        readonly items: readonly { readonly run: RunJson; readonly waitsFor: string }[];
        readonly total: number;
      }
      const { deployment, gates } = await open();
      const { api } = deployment;
      const holder = await trigger(deployment);
      await gates.entered(holder);
      const [a, b, c, d] = [
        await trigger(deployment),
        await trigger(deployment),
        await trigger(deployment),
        await trigger(deployment),
      ] as const;
      for (const id of [a, b, c, d]) await waiting(deployment, id);
      const queue = async (): Promise<readonly string[]> => {
        const { body } = await api.call<QueueJson>("GET", "/queue?jobKey=gate");
        expect(body.items.every(({ waitsFor }) => waitsFor === "slot")).toBe(true);
        return body.items.map(({ run }) => run.id);
      };
      expect(await queue()).toEqual([a, b, c, d]);
      expect((await api.call("PATCH", `/instances/${c}`, { priority: 1 })).status).toBe(200);
      expect(await queue()).toEqual([c, a, b, d]);
      expect((await api.call("POST", `/instances/${b}/run-next`, {})).status).toBe(200);
      expect(await queue()).toEqual([b, c, a, d]);
      expect((await api.run(c)).history.at(-1)?.reason).toMatch(/^Priority changed from 3 to 1/);
      gates.succeed(holder);
      await gates.entered(b);
      gates.succeed(b);
      await gates.entered(c);
      const cleared = await api.call("POST", "/queue/clear", { jobKey: "gate" });
      expect(cleared.body).toEqual({ matched: 2, done: 2 });
      expect(await queue()).toEqual([]);
      expect(await api.run(a)).toMatchObject({ state: "Cancelled", attempt: 0 });
      expect((await api.call("PATCH", `/instances/${c}`, { priority: 1 })).status).toBe(409);
      gates.succeed(c);
      await inState(deployment, c, "Succeeded");
    });

    test("a retry that finds its job full waits its turn and costs no attempt", async () => {
      const { deployment, gates } = await open({ retryCount: 1, retryIntervalMs: 1000 });
      const first = await deployment.api.trigger("gate");
      await gates.entered(first.id);
      const second = await deployment.api.trigger("gate");
      await waiting(deployment, second.id);
      gates.fail(first.id);
      await gates.entered(second.id);
      await deployment.elapse(1000);
      expect(await waiting(deployment, first.id)).toMatchObject({ state: "Failed", attempt: 1 });
      gates.succeed(second.id);
      await gates.entered(first.id, 2);
      gates.succeed(first.id, null, 2);
      expect(await inState(deployment, first.id, "Succeeded")).toMatchObject({ attempt: 2 });
    });

    test("a raised limit is used at once, by those whose turn it is, and a removed one by all", async () => {
      const { deployment, gates } = await open({ concurrencyKey: "args" });
      const { api } = deployment;
      const ask = (customer: string): Promise<string> => trigger(deployment, { args: customer });
      const firsts = [await ask("acme"), await ask("zenith")];
      for (const id of firsts) await gates.entered(id);
      const acme = [await ask("acme"), await ask("acme"), await ask("acme")] as const;
      const zenith = await ask("zenith");
      for (const id of [...acme, zenith]) await waiting(deployment, id);
      await api.edit("gate", { maxConcurrency: 2 });
      for (const id of [acme[0], zenith]) await gates.entered(id);
      await waiting(deployment, acme[1]);
      expect(gates.mostInside).toBe(4);
      await api.edit("gate", { maxConcurrency: null });
      for (const id of acme) await gates.entered(id);
      for (const id of [...firsts, ...acme, zenith]) {
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
    });

    test("what waited when its job began to skip goes on in its order, each as the one before it ends", async () => {
      const { deployment, gates } = await open();
      const { api } = deployment;
      const runs = [await trigger(deployment)];
      await gates.entered(runs[0] ?? "");
      for (let index = 0; index < 3; index += 1) {
        const id = await trigger(deployment);
        await waiting(deployment, id);
        runs.push(id);
      }
      await api.edit("gate", { whenFull: "skip" });
      const newer = await trigger(deployment);
      expect(await inState(deployment, newer, "Skipped")).toMatchObject({ reasonCode: "job_full" });
      for (const id of runs) {
        await gates.entered(id);
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
      expect(gates.mostInside).toBe(1);
    });

    test("a run that no worker was allowed to take begins once an edit allows it", async () => {
      const { deployment, gates } = await open({ executors: { labels: { gpu: "yes" } } });
      const id = await trigger(deployment);
      await deployment.elapse(1);
      expect(await deployment.api.run(id)).toMatchObject({ state: "Enqueued", attempt: 0 });
      await deployment.api.edit("gate", { executors: { labels: {} } });
      await gates.entered(id);
      gates.succeed(id);
      await inState(deployment, id, "Succeeded");
    });

    test("a raised rate is used at once", async () => {
      const { deployment, gates } = await open({
        maxConcurrency: null,
        rateLimit: { max: 1, perMs: 3_600_000 },
      });
      const first = await trigger(deployment);
      await gates.entered(first);
      const rest = [await trigger(deployment), await trigger(deployment)];
      for (const id of rest) await waiting(deployment, id);
      await deployment.api.edit("gate", { rateLimit: { max: 3 } });
      for (const id of rest) await gates.entered(id);
      for (const id of [first, ...rest]) {
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
    });

    test("each value of the concurrency key has its own slots and its own queue, whatever its text", async () => {
      const { deployment, gates } = await open({ concurrencyKey: "{args.region}/{args.customer}" });
      const ask = async (customer: unknown): Promise<string> =>
        trigger(deployment, { args: { region: "eu", customer } });
      const customers = ["acme", 'o"|$.{}/', 7, null];
      const firsts: string[] = [];
      for (const customer of customers) {
        const first = await ask(customer);
        await gates.entered(first);
        firsts.push(first);
      }
      expect(gates.inside).toBe(customers.length);
      const seconds: string[] = [];
      for (const customer of customers) seconds.push(await ask(customer));
      for (const id of seconds) await waiting(deployment, id);
      for (const [index, first] of firsts.entries()) {
        const [second = ""] = seconds.slice(index);
        gates.succeed(first);
        await gates.entered(second);
        expect(gates.inside).toBe(customers.length);
      }
      for (const id of seconds) {
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
      expect(gates.mostInside).toBe(customers.length);
    });

    test("runs that take turns begin in turn by their key and its weight, however many of one wait", async () => {
      const fairness = { by: "args.customer", weight: "args.weight" };
      const { deployment, gates } = await open({ fairness });
      const ask = (customer: string, weight?: number): Promise<string> =>
        trigger(deployment, { args: { customer, ...(weight !== undefined && { weight }) } });
      const holder = await ask("acme");
      await gates.entered(holder);
      const runs: string[] = [];
      for (const [customer, weight] of [
        ["acme"],
        ["acme"],
        ["acme"],
        ["acme"],
        ["zenith"],
        ["zenith"],
        ["big", 3],
        ["big", 3],
        ["big", 3],
      ] as const) {
        const id = await ask(customer, weight);
        await waiting(deployment, id);
        runs.push(id);
      }
      const [a1, a2, a3, a4, z1, z2, b1, b2, b3] = runs as [string, ...string[]];
      const order = [a1, z1, b1, b2, b3, a2, z2, a3, a4];
      const { body } = await deployment.api.call<{
        readonly items: readonly { readonly run: RunJson }[];
      }>("GET", "/queue?jobKey=gate");
      expect(body.items.map(({ run }) => runs.indexOf(run.id))).toEqual(
        order.map((id) => runs.indexOf(id ?? "")),
      );
      let before = holder;
      for (const id of order as string[]) {
        expect(gates.inside).toBe(1);
        gates.succeed(before);
        await gates.entered(id);
        before = id;
      }
      gates.succeed(before);
      await inState(deployment, before, "Succeeded");
    });

    test("whatever is asked, ends and is cancelled: never above the limit, and the first in turn runs", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 3 }),
          fc.array(step, { maxLength: 20 }),
          async (limit, steps) => {
            const { deployment, gates } = await open({ maxConcurrency: limit });
            const running: string[] = [];
            let queue: { readonly id: string; readonly priority: number }[] = [];
            const next = async (): Promise<void> => {
              const turn = queue.shift();
              if (turn === undefined) return;
              await gates.entered(turn.id);
              running.push(turn.id);
            };
            for (const one of steps) {
              if (one.type === "trigger") {
                const id = await trigger(deployment, { priority: one.priority });
                if (running.length < limit) {
                  await gates.entered(id);
                  running.push(id);
                } else {
                  await waiting(deployment, id);
                  queue = [...queue, { id, priority: one.priority }].toSorted(
                    (a, b) => a.priority - b.priority,
                  );
                }
              } else if (one.type === "end" && running.length > 0) {
                const [id = ""] = running.splice(one.pick % running.length, 1);
                if (one.fails) gates.fail(id);
                else gates.succeed(id);
                await inState(deployment, id, one.fails ? "Terminated" : "Succeeded");
                await next();
              } else if (one.type === "cancel" && queue.length > 0) {
                const [{ id } = { id: "" }] = queue.splice(one.pick % queue.length, 1);
                await deployment.api.cancel(id);
              }
            }
            expect(gates.mostInside).toBeLessThanOrEqual(limit);
            expect(gates.inside).toBe(running.length);
            await harness.cleanUp();
          },
        ),
        { numRuns: harness.isRealTime === true ? 4 : 25 },
      );
    });

    test("a job that replaces asks the run under way to end, and begins the newest of those that came", async () => {
      const { deployment, gates } = await open({ whenFull: "replace" });
      const first = await trigger(deployment);
      await gates.entered(first);
      const second = await trigger(deployment);
      expect(await inState(deployment, first, "Cancelled")).toMatchObject({
        reasonCode: "replaced",
        reason: `Replaced by run "${second}"`,
      });
      await gates.entered(second);
      gates.succeed(second);
      await inState(deployment, second, "Succeeded");
      expect(gates.mostInside).toBe(1);
    });

    test("of those that wait for a run that ignores its signal, a job that replaces keeps the newest alone", async () => {
      const stubborn = Promise.withResolvers<void>();
      const { deployment, gates } = await open({
        whenFull: "replace",
        execute: async (args: unknown, context: JobContext) => {
          if (args === "stubborn") await stubborn.promise;
          else await gates.pass(context);
        },
      });
      const first = await trigger(deployment, { args: "stubborn" });
      await inState(deployment, first, "Processing");
      const second = await trigger(deployment);
      await waiting(deployment, second);
      const third = await trigger(deployment);
      expect(await inState(deployment, second, "Cancelled")).toMatchObject({
        attempt: 0,
        reasonCode: "replaced",
      });
      expect(await deployment.api.run(first)).toMatchObject({ state: "Processing" });
      stubborn.resolve();
      await inState(deployment, first, "Cancelled");
      await gates.entered(third);
      gates.succeed(third);
      await inState(deployment, third, "Succeeded");
    });
  });
}
