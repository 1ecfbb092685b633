import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

const MAIL = { path: { key: "mail.send" } };

export function describeTriggers(): void {
  describe("triggers", () => {
    it("a run is recorded before the answer, found at its Location, and then runs", async () => {
      const api = await openTestApi();
      const { status, headers, body } = await api.call("triggerJob", {
        ...MAIL,
        body: { args: { to: "ann" } },
      });
      const id = body["instance"]?.["id"] as string;
      expect(status).toBe(202);
      expect(body["instance"]).toMatchObject({
        state: "Enqueued",
        trigger: { type: "api" },
        args: { to: "ann" },
      });
      await api.clock.settle();
      const { body: found } = await api.fetch(headers.get("Location") ?? "");
      expect(found).toMatchObject({ id, state: "Succeeded", result: { to: "ann" } });
    });

    it("a Location carries the path the app is mounted under", async () => {
      const api = await openTestApi({ basePath: "/mojob" });
      const { headers } = await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" } } });
      expect(headers.get("Location")).toMatch(/^\/mojob\/api\/v1\/instances\/[0-9a-f-]{36}$/);
    });

    it("delayMs and runAt make it wait, a past runAt does not", async () => {
      const api = await openTestApi();
      const run = async (body: object) =>
        (await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" }, ...body } })).body["instance"];
      expect(await run({ delayMs: 5000 })).toMatchObject({
        state: "Scheduled",
        scheduledFor: "2026-01-01T00:00:05.000Z",
      });
      expect(await run({ runAt: "2026-01-01T08:00:09+08:00" })).toMatchObject({
        scheduledFor: "2026-01-01T00:00:09.000Z",
      });
      expect(await run({ runAt: "2025-01-01T00:00:00Z" })).toMatchObject({
        state: "Enqueued",
        scheduledFor: null,
      });
    });

    it("the panel's runs are told from others", async () => {
      const api = await openTestApi();
      const { body } = await api.call("triggerJob", {
        ...MAIL,
        body: { args: { to: "ann" } },
        headers: { "MoJob-Client": "panel" },
      });
      expect(body["instance"]).toMatchObject({ trigger: { type: "panel" } });
    });

    it("the same Idempotency-Key and request answer the same run, another request is refused", async () => {
      const api = await openTestApi();
      const call = { ...MAIL, body: { args: { to: "ann" } }, headers: { "Idempotency-Key": "once/50%#1" } };
      const first = await api.call("triggerJob", call);
      const again = await api.call("triggerJob", call);
      expect(first.body["instance"]?.["id"]).toBe("mail.send#once/50%#1");
      expect(again.body["instance"]?.["id"]).toBe(first.body["instance"]?.["id"]);
      const other = await api.call("triggerJob", { ...call, body: { args: { to: "bob" } } });
      expect(other).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
      expect((await api.call("listInstances")).body["items"]).toHaveLength(1);
      const found = await api.call("getInstance", { path: { id: "mail.send#once/50%#1" } });
      expect(found.body).toMatchObject({ args: { to: "ann" } });
    });

    it("a batch answers each item by itself, with pointers into the batch", async () => {
      const api = await openTestApi();
      const { status, body } = await api.call("triggerJobMany", {
        ...MAIL,
        body: {
          items: [
            { args: { to: "ann" } },
            { args: { to: 7 } },
            { args: { to: "cat" }, delayMs: 1000, idempotencyKey: "own" },
          ],
        },
        headers: { "Idempotency-Key": "batch-1" },
      });
      expect(status).toBe(202);
      expect(body["items"]).toMatchObject([
        { id: "mail.send#batch-1:0" },
        { problem: { status: 400, code: "invalid_args", errors: [{ pointer: "/items/1/args/to" }] } },
        { id: "mail.send#own" },
      ]);
      expect((await api.call("listInstances")).body["items"]).toHaveLength(2);
    });

    it("a batch of a thousand fits, one more does not", async () => {
      const api = await openTestApi();
      const items = Array.from({ length: 1000 }, (_, index) => ({ args: { to: "ann", count: index } }));
      const answer = await api.call("triggerJobMany", { ...MAIL, body: { items } });
      expect(new Set(answer.body["items"]?.map((item) => item["id"])).size).toBe(1000);
      const tooMany = await api.call("triggerJobMany", { ...MAIL, body: { items: [...items, {}] } });
      expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ pointer: "/items" }] } });
    });

    it("a batch of a thousand with many arguments each fits, as a MiB does", async () => {
      const api = await openTestApi();
      const args = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, index]));
      const items = Array.from({ length: 1000 }, () => ({ args, delayMs: 1000 }));
      const answer = await api.call("triggerJobMany", { path: { key: "wait" }, body: { items } });
      expect(answer.status).toBe(202);
      expect(answer.body["items"]?.every((item) => item["id"] !== undefined)).toBe(true);
    });

    it("a disabled job runs for nobody", async () => {
      const api = await openTestApi();
      await api.call("updateJob", { ...MAIL, headers: { "If-Match": "*" }, body: { disabled: true } });
      const answer = await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" }, manual: true } });
      expect(answer).toMatchObject({ status: 409, body: { code: "job_disabled" } });
    });
  });
}
