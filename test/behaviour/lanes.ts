import { defineTriggeredJob, type JobOptions } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";

const GRACE_MS = 500;
const TIMEOUT_MS = 1000;

interface Place {
  readonly deployment: Deployment;
  readonly gates: Gates;
  /** Triggers a run of a customer in Bern, a millisecond after the one before. */
  ask(customer: string, request?: object): Promise<string>;
  withReason(id: string, code: string): Promise<RunJson>;
}

/** Edits of the key by which runs of a job share slots: they count at once for what waits. */
export function describeLanes(harness: DeploymentHarness): void {
  describe(`edits of the concurrency key (${harness.name})`, () => {
    const places: Place[] = [];
    afterEach(async () => {
      // What is left would keep workers from stopping.
      for (const { deployment, gates } of places.splice(0))
        for (const { id } of await deployment.api.runsOf("gate"))
          for (const attempt of [1, 2]) gates.succeed(id, null, attempt);
      await harness.cleanUp();
    });

    const open = async (options: Partial<JobOptions> = {}, ignoreSignal = false): Promise<Place> => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "gate",
            whenFull: "queue",
            concurrencyKey: "args.customer",
            ...options,
            execute: (_args, context) => gates.pass(context, ignoreSignal),
          }),
        ],
        worker: { abortGraceMs: GRACE_MS, heartbeatMs: 1000 },
      });
      const { api, until } = deployment;
      const place: Place = {
        deployment,
        gates,
        ask: async (customer, request = {}) => {
          await deployment.elapse(1);
          return (await api.trigger("gate", { args: { customer, city: "Bern" }, ...request })).id;
        },
        withReason: (id, code) =>
          until(`${id} to be ${code}`, async () => {
            const run = await api.run(id);
            return run.reasonCode === code && run;
          }),
      };
      places.push(place);
      return place;
    };

    test("without a key all that wait share the job's slots, the most urgent first, beside what had begun", async () => {
      const { deployment, gates, ask, withReason } = await open();
      const { api } = deployment;
      const begun = [await ask("a"), await ask("b")];
      for (const id of begun) await gates.entered(id);
      const [second, third, first] = [await ask("a"), await ask("b"), await ask("a", { priority: 1 })];
      for (const id of [second, third, first]) await withReason(id, "waits_for_slot");
      await api.edit("gate", { concurrencyKey: "" });
      await gates.entered(first);
      // The slots of before are not given on: their lanes are empty.
      for (const id of begun) {
        gates.succeed(id);
        await inState(deployment, id, "Succeeded");
      }
      expect((await api.run(second)).state).toBe("Enqueued");
      expect(gates.inside).toBe(1);
      for (const [id, next] of [
        [first, second],
        [second, third],
      ] as const) {
        gates.succeed(id);
        await gates.entered(next);
        expect(gates.inside).toBe(1);
      }
      gates.succeed(third);
      await inState(deployment, third, "Succeeded");
      expect(gates.mostInside).toBe(3);
    });

    test("a key that is added lets each value begin, also after a second edit that follows at once", async () => {
      const { deployment, gates, ask, withReason } = await open({ concurrencyKey: "" });
      const { api } = deployment;
      const begun = await ask("x");
      await gates.entered(begun);
      const ids = [await ask("a"), await ask("b"), await ask("c")];
      for (const id of ids) await withReason(id, "waits_for_slot");
      await api.edit("gate", { concurrencyKey: "args.city" });
      await api.edit("gate", { concurrencyKey: "args.customer" });
      for (const id of ids) await gates.entered(id);
      const next = await ask("b");
      expect((await withReason(next, "waits_for_slot")).state).toBe("Enqueued");
      gates.succeed(ids[1] as string);
      await gates.entered(next);
      for (const id of [begun, ...ids, next]) gates.succeed(id);
      for (const id of [begun, ...ids, next]) await inState(deployment, id, "Succeeded");
    });

    test("of a job that replaces, the newest of all that wait begins, and the others are replaced", async () => {
      const { deployment, gates, ask, withReason } = await open({ whenFull: "replace" }, true);
      const begun = [await ask("a"), await ask("b")];
      for (const id of begun) await gates.entered(id);
      const [older, newest] = [await ask("a"), await ask("b")];
      for (const id of [older, newest]) await withReason(id, "waits_for_slot");
      await deployment.api.edit("gate", { concurrencyKey: "" });
      await gates.entered(newest);
      expect(await inState(deployment, older, "Cancelled")).toMatchObject({ reasonCode: "replaced" });
    });

    test("a retry whose slot was given back after the edit waits for a slot of the job", async () => {
      const { deployment, gates, ask, withReason } = await open(
        { timeoutMs: TIMEOUT_MS, retryCount: 1 },
        true,
      );
      const { api } = deployment;
      const hung = await ask("a");
      await gates.entered(hung);
      await deployment.elapse(TIMEOUT_MS + GRACE_MS);
      await withReason(hung, "waits_for_code");
      await api.edit("gate", { concurrencyKey: "", timeoutMs: 60_000 });
      const holder = await ask("b");
      await gates.entered(holder);
      expect((await api.call("POST", `/instances/${hung}/release`, {})).status).toBe(200);
      await deployment.elapse(100);
      await withReason(hung, "waits_for_slot");
      gates.succeed(holder);
      await gates.entered(hung, 2);
      gates.succeed(hung, "done", 2);
      expect(await inState(deployment, hung, "Succeeded")).toMatchObject({ result: "done", attempt: 2 });
    });
  });
}
