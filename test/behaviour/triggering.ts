import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { inState } from "./states.ts";

/** Says itself as JSON Schema, so that it is also checked where the job's code is not. */
const Order = toStandardJsonSchema(v.object({ orderId: v.string(), amount: v.optional(v.number(), 1) }));

/** Asking for runs: arguments, repeats, many at once, by hand, again. */
export function describeTriggering(harness: DeploymentHarness): void {
  describe(`triggering (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = (): Promise<Deployment> =>
      harness.open({
        jobs: [
          defineTriggeredJob({ key: "echo", maxConcurrency: null, execute: (args) => args }),
          defineTriggeredJob({ key: "order", maxConcurrency: null, args: Order, execute: (order) => order }),
          defineTriggeredJob({ key: "off", disabled: true, execute: () => "never" }),
          defineRecurringJob({ key: "nightly", cron: "0 0 1 * * *", execute: ({ trigger }) => trigger.type }),
        ],
      });

    test("arguments arrive as they were sent", async () => {
      const deployment = await open();
      const args = { text: "späť 时间", nested: [1, null, { deep: true }], big: "12345678901234567890" };
      const { id } = await deployment.api.trigger("echo", { args });
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({ args, result: args });
    });

    test("the job gets its schema's output, defaults filled in; the record keeps what was sent", async () => {
      const deployment = await open();
      const { id } = await deployment.api.trigger("order", { args: { orderId: "a-1" } });
      const run = await inState(deployment, id, "Succeeded");
      expect(run.args).toEqual({ orderId: "a-1" });
      expect(run.result).toEqual({ orderId: "a-1", amount: 1 });
    });

    test("arguments that do not fit are refused with their place and start nothing", async () => {
      const deployment = await open();
      const answer = await deployment.api.call<{ code: string; errors: { pointer: string }[] }>(
        "POST",
        "/jobs/order/instances",
        { args: { orderId: 7 } },
      );
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe("invalid_args");
      expect(answer.body.errors[0]?.pointer).toBe("/args/orderId");
      expect(await deployment.api.runsOf("order")).toEqual([]);
    });

    test("a recurring job that is run by hand gets the arguments it is given, and its own without any", async () => {
      const deployment = await open();
      const given = await deployment.api.trigger("nightly", { args: { day: "2026-02-28" } });
      const own = await deployment.api.trigger("nightly");
      expect((await deployment.api.run(given.id)).args).toEqual({ day: "2026-02-28" });
      expect((await deployment.api.run(own.id)).args).toBe(null);
    });

    test.each([
      ["an unknown job", "/jobs/nobody/instances", {}, 404, "job_not_found"],
      ["a disabled job", "/jobs/off/instances", {}, 409, "job_disabled"],
      [
        "a delay and a time",
        "/jobs/echo/instances",
        { delayMs: 1, runAt: "2030-01-01T00:00:00Z" },
        400,
        "invalid_argument",
      ],
      ["a negative delay", "/jobs/echo/instances", { delayMs: -1 }, 400, "invalid_argument"],
      ["a priority out of range", "/jobs/echo/instances", { priority: 6 }, 400, "invalid_argument"],
    ])("%s is refused", async (_what, route, body, status, code) => {
      const deployment = await open();
      const answer = await deployment.api.call<{ code: string }>("POST", route, body);
      expect(answer.status).toBe(status);
      expect(answer.body.code).toBe(code);
      const { body: list } = await deployment.api.call<{ items: unknown[] }>("GET", "/instances");
      expect(list.items).toEqual([]);
    });

    test("the same idempotency key and request return the same run, and it runs once", async () => {
      const deployment = await open();
      const key = { "idempotency-key": "order-42" };
      const ids = new Set<string>();
      const triggers = Array.from({ length: 20 }, () =>
        deployment.api.trigger("echo", { args: { n: 1 } }, key),
      );
      for (const { id } of await Promise.all(triggers)) ids.add(id);
      expect([...ids]).toEqual(["echo#order-42"]);
      const run = await inState(deployment, "echo#order-42", "Succeeded");
      expect(run.attempt).toBe(1);
      expect((await deployment.api.trigger("echo", { args: { n: 1 } }, key)).state).toBe("Succeeded");
    });

    test("the same idempotency key with another request is refused", async () => {
      const deployment = await open();
      const key = { "idempotency-key": "order-42" };
      await deployment.api.trigger("echo", { args: { n: 1 } }, key);
      const answer = await deployment.api.call<{ code: string }>(
        "POST",
        "/jobs/echo/instances",
        { args: { n: 2 } },
        key,
      );
      expect([answer.status, answer.body.code]).toEqual([422, "idempotency_mismatch"]);
      expect(await deployment.api.runsOf("echo")).toHaveLength(1);
    });

    test("a batch starts what fits and reports each that does not", async () => {
      const deployment = await open();
      const { status, body } = await deployment.api.call<{
        items: ({ id: string } | { problem: { code: string } })[];
      }>("POST", "/jobs/order/instances/batch", {
        items: [{ args: { orderId: "a" } }, { args: {} }, { args: { orderId: "b" }, delayMs: 1000 }],
      });
      expect(status).toBe(202);
      expect(body.items).toEqual([
        { id: expect.any(String) },
        { problem: expect.objectContaining({ code: "invalid_args" }) },
        { id: expect.any(String) },
      ]);
      await deployment.elapse(1000);
      await deployment.until("both runs", async () => {
        const runs = await deployment.api.runsOf("order");
        return runs.length === 2 && runs.every(({ state }) => state === "Succeeded");
      });
    });

    test("a recurring job can be run by hand", async () => {
      const deployment = await open();
      const { id } = await deployment.api.trigger("nightly", { manual: true });
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({
        result: "api",
        trigger: { type: "api" },
      });
    });

    test("run again makes a new run that points back, with the old arguments or new ones", async () => {
      const deployment = await open();
      const { id } = await deployment.api.trigger("echo", { args: { n: 1 } });
      await inState(deployment, id, "Succeeded");
      const rerun = async (body: object): Promise<RunJson> => {
        const answer = await deployment.api.call<{ instance: RunJson }>(
          "POST",
          `/instances/${id}/rerun`,
          body,
        );
        expect(answer.status).toBe(202);
        return inState(deployment, answer.body.instance.id, "Succeeded");
      };
      expect(await rerun({})).toMatchObject({ result: { n: 1 }, trigger: { type: "rerun", of: id } });
      expect(await rerun({ args: { n: 2 } })).toMatchObject({ result: { n: 2 } });
      expect((await deployment.api.run(id)).state).toBe("Succeeded");
    });
  });
}
