import type { JobContext } from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi } from "./test-api.ts";

const VALUE = "correct horse battery";
/** Takes requests and sends none. */
const REQUESTS: IMoWorkRunner<JobContext> = {
  kind: "http",
  handlers: [],
  canRun: ({ work }) => work.kind === "http",
  run: () => Promise.resolve(null),
};
const TOKEN = { app: "ledger", name: "TOKEN" };

/** Texts that are written and never read. */
export function describeSecrets(): void {
  describe("secrets", () => {
    it("are created, replaced, listed and deleted, and no response has their values", async () => {
      const api = await openTestApi();
      const created = await api.call("createSecret", { body: { ...TOKEN, value: VALUE } });
      expect([created.status, created.body]).toEqual([
        201,
        {
          ...TOKEN,
          version: 1,
          key: "2026-11",
          canOpen: true,
          createdAt: "2026-01-01T00:00:00.000Z",
          createdBy: "local",
          updatedAt: "2026-01-01T00:00:00.000Z",
          updatedBy: "local",
          usedBy: [],
        },
      ]);
      await api.clock.advance(60_000);
      const replaced = await api.call("replaceSecret", { path: TOKEN, body: { value: `${VALUE} 2` } });
      expect(replaced.body).toMatchObject({ version: 2, updatedAt: "2026-01-01T00:01:00.000Z" });
      const again = await api.call("createSecret", { body: { ...TOKEN, value: VALUE } });
      expect(again).toMatchObject({ status: 409, body: { code: "secret_taken" } });
      await api.call("createSecret", { body: { app: "shop", name: "OTHER", value: VALUE } });
      const listed = await api.call("listSecrets");
      expect(itemsOf(listed.body).map(({ app, name }) => [app, name])).toEqual([
        ["ledger", "TOKEN"],
        ["shop", "OTHER"],
      ]);
      expect(itemsOf((await api.call("listSecrets", { query: { app: "shop" } })).body)).toHaveLength(1);
      expect((await api.call("resealSecrets", { body: {} })).body).toEqual({ resealed: 0 });
      expect(JSON.stringify([created, replaced, again, listed].map(({ body }) => body))).not.toContain(
        "horse",
      );
      expect((await api.call("deleteSecret", { path: TOKEN })).body).toEqual(TOKEN);
      expect(itemsOf((await api.call("listSecrets", { query: { app: "ledger" } })).body)).toEqual([]);
    });

    it("show the jobs of their app that name them", async () => {
      const api = await openTestApi({ runners: [REQUESTS] });
      await api.call("createSecret", { body: { ...TOKEN, value: VALUE } });
      await api.call("createSecret", { body: { ...TOKEN, app: "shop", value: VALUE } });
      const headers = { A: "{{ secrets.TOKEN }}" };
      const work = { kind: "http", method: "GET", url: "http://a.test", headers };
      const job = await api.call("createJob", {
        body: { key: "ask", app: "ledger", kind: "triggered", work },
      });
      expect(job.status).toBe(201);
      const items = itemsOf((await api.call("listSecrets")).body);
      expect(items.map(({ app, usedBy }) => [app, usedBy])).toEqual([
        ["ledger", ["ask"]],
        ["shop", []],
      ]);
    });

    it("are those of its own app to a scoped caller", async () => {
      const api = await openTestApi({ scope: { app: "billing" } });
      await api.scheduler.secrets.create("ledger", "TOKEN", VALUE);
      await api.scheduler.secrets.create("billing", "TOKEN", VALUE);
      const items = itemsOf((await api.call("listSecrets")).body);
      expect(items.map(({ app }) => app)).toEqual(["billing"]);
      expect(itemsOf((await api.call("listSecrets", { query: { app: "ledger" } })).body)).toEqual([]);
      const other = { body: { ...TOKEN, name: "NEW", value: VALUE } };
      expect((await api.call("createSecret", other)).body).toMatchObject({ code: "invalid_argument" });
      for (const [operation, body] of [
        ["replaceSecret", { body: { value: VALUE } }],
        ["deleteSecret", {}],
      ] as const)
        expect((await api.call(operation, { path: TOKEN, ...body })).status).toBe(404);
      expect(await api.scheduler.secrets.list()).toHaveLength(2);
    });

    it("cannot be kept without a key, which the response says", async () => {
      const api = await openTestApi({ hasKeys: false });
      const refused = await api.call("createSecret", { body: { ...TOKEN, value: VALUE } });
      expect(refused).toMatchObject({ status: 409, body: { code: "key_missing" } });
      expect(refused.body["detail"]).toContain("MOJOB_KEYS_FILE");
      expect((await api.call("resealSecrets", { body: {} })).status).toBe(409);
      expect((await api.call("listSecrets")).status).toBe(200);
    });
  });
}
