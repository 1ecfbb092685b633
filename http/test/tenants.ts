import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi } from "./test-api.ts";

/** As the panel sends it. */
const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
const ANY = { "If-Match": "*" };

/** The settings of the tenant, and the tenants of the deployment. */
export function describeTenants(): void {
  describe("the tenant", () => {
    it("is shown with its quotas, what it uses of them and its defaults", async () => {
      const api = await openTestApi({ schedulerOptions: { quotas: { maxJobs: 20 } } });
      await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "ada" }, delayMs: 9000 },
      });
      const { body, headers } = await api.call("getTenant");
      expect(headers.get("ETag")).toBe('"1"');
      expect(body).toMatchObject({
        tenant: "default",
        displayName: null,
        disabled: false,
        quotas: { maxJobs: 20, maxRunsPerMinute: null, maxConcurrentRuns: null },
        stated: {},
        defaults: {},
        use: {
          apps: [
            { app: "ledger", jobs: 4, waitingRuns: 1, waitingBytes: 13, definitionBytes: expect.any(Number) },
          ],
          running: 0,
          runsInMinute: 1,
        },
      });
    });

    it("shows how long the definitions of an app are, in bytes and not in characters", async () => {
      const api = await openTestApi();
      const bytes = async (): Promise<number> => {
        const { use } = await api.scheduler.settings.get();
        return use.apps[0]?.definitionBytes ?? 0;
      };
      const name = "账".repeat(100);
      const before = await bytes();
      expect(before).toBeGreaterThan(4 * 200);
      const { definition } = await api.scheduler.jobs.get("mail.send");
      await api.scheduler.jobs.update("mail.send", { name }, definition.revision);
      const named = await bytes();
      expect(named - before).toBeGreaterThan(250);
      await api.scheduler.jobs.update("mail.send", { name: "b".repeat(100) }, definition.revision + 1);
      expect(named - (await bytes())).toBe(200);
    });

    it("is changed at its revision alone, and what is left out stays", async () => {
      const api = await openTestApi();
      const body = { displayName: "Acme", quotas: { maxJobs: 5 }, defaults: { retryCount: 2 } };
      const changed = await api.call("updateTenant", { body, headers: { "If-Match": '"1"' } });
      expect(changed.body).toMatchObject({ ...body, updatedBy: "local", stated: { maxJobs: 5 } });
      const stale = await api.call("updateTenant", { body: {}, headers: { "If-Match": '"1"' } });
      expect([stale.status, stale.body["code"]]).toEqual([412, "stale_revision"]);
      const etag = changed.headers.get("ETag") ?? "";
      const quotas = { maxJobs: "default", maxRunsPerMinute: 3 };
      const again = await api.call("updateTenant", { body: { quotas }, headers: { "If-Match": etag } });
      expect(again.body).toMatchObject({
        displayName: "Acme",
        quotas: { maxJobs: 10_000, maxRunsPerMinute: 3 },
        defaults: { retryCount: 2 },
      });
      await api.call("createJob", { body: { key: "made", app: "ledger", kind: "triggered" } });
      expect((await api.scheduler.jobs.get("made")).definition.options.retryCount).toBe(2);
    });

    it.each([
      [{ displayName: "" }, "/displayName"],
      [{ disabled: "yes" }, "/disabled"],
      [{ quotas: { maxJobs: -1 } }, "/quotas/maxJobs"],
      [{ quotas: { maxPigs: 1 } }, "/quotas/maxPigs"],
      [{ retention: { historyDays: 29 } }, "/retention/historyDays"],
      [{ retention: { maxActs: null } }, "/retention/maxActs"],
      [{ retention: { logDays: 1 } }, "/retention/logDays"],
      [{ defaults: { retryCount: "many" } }, "/defaults/retryCount"],
    ])("refuses %j with a pointer", async (body, pointer) => {
      const api = await openTestApi();
      const { status, body: problem } = await api.call("updateTenant", { body, headers: ANY });
      expect([status, problem["errors"]?.[0]?.["pointer"]]).toEqual([400, pointer]);
    });

    it("gets no quota above that of the configuration from who cannot edit the deployment", async () => {
      const api = await openTestApi({ schedulerOptions: { quotas: { maxJobs: 20 } } });
      const permissions = ["tenant:edit", "system:read"] as const;
      const { settings } = api.scheduler.as({ kind: "user", name: "li", permissions });
      expect((await settings.change({ quotas: { maxJobs: 19 } }, null)).quotas.maxJobs).toBe(19);
      for (const maxJobs of [21, null])
        await expect(settings.change({ quotas: { maxJobs } }, null)).rejects.toMatchObject({
          code: "forbidden",
        });
      const keeper = api.scheduler.as({
        kind: "user",
        name: "li",
        permissions: [...permissions, "deployment:edit"],
      });
      expect((await keeper.settings.change({ quotas: { maxJobs: null } }, null)).quotas.maxJobs).toBeNull();
    });

    it("keeps history and reports for as long as it is set, and as usual again", async () => {
      const api = await openTestApi();
      const change = async (retention: object) =>
        (await api.call("updateTenant", { body: { retention }, headers: ANY })).body["retention"];
      expect(await change({ historyDays: 90, dailyReportDays: 800 })).toEqual({
        historyDays: 90,
        dailyReportDays: 800,
      });
      expect(await change({ historyDays: "default" })).toEqual({ dailyReportDays: 800 });
    });

    it("keeps history for another time than usual, and anything for longer, only for who can edit the deployment", async () => {
      const api = await openTestApi();
      const { settings } = api.scheduler.as({
        kind: "user",
        name: "li",
        permissions: ["tenant:edit", "system:read"],
      });
      const change = (retention: object) => settings.change({ retention }, null);
      expect((await change({ dailyReportDays: 100 })).retention).toEqual({ dailyReportDays: 100 });
      for (const refused of [
        { historyDays: 399 },
        { maxActs: 1000 },
        { maxActs: 200_001 },
        { hourlyReportDays: 91 },
      ])
        await expect(change(refused)).rejects.toMatchObject({ code: "forbidden" });
      // The same as before is no change.
      expect((await change({ historyDays: 400 })).retention["historyDays"]).toBe(400);
    });

    it("keeps history and reports as an operator has set them, for who cannot edit the deployment", async () => {
      const api = await openTestApi();
      const operators = { historyDays: 3000, dailyReportDays: 800 };
      await api.call("updateTenant", { body: { retention: operators }, headers: ANY });
      const { settings } = api.scheduler.as({
        kind: "user",
        name: "li",
        permissions: ["tenant:edit", "system:read"],
      });
      const change = (retention: object) => settings.change({ retention }, null);
      for (const refused of [
        { historyDays: 400 },
        { historyDays: "default" },
        { historyDays: 2999 },
        { dailyReportDays: 801 },
      ])
        await expect(change(refused)).rejects.toMatchObject({ code: "forbidden" });
      expect((await change({ historyDays: 3000, dailyReportDays: 700 })).retention).toEqual({
        historyDays: 3000,
        dailyReportDays: 700,
      });
      await expect(change({ dailyReportDays: 800 })).rejects.toMatchObject({ code: "forbidden" });
      expect((await change({ dailyReportDays: "default" })).retention).toEqual({ historyDays: 3000 });
    });

    it("that is disabled takes no triggers, by a clear error", async () => {
      const api = await openTestApi();
      await api.call("updateTenant", { body: { disabled: true }, headers: ANY });
      const { status, body } = await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "ada" } },
      });
      expect([status, body["code"]]).toEqual([409, "tenant_disabled"]);
      expect((await api.call("listJobs")).status).toBe(200);
    });
  });

  describe("the tenants of a deployment", () => {
    it("are added, changed and removed through the API of the first one, and their data stays", async () => {
      const api = await openTestApi({ isFirst: true });
      const request = { tenant: "initech", displayName: "Initech", quotas: { maxJobs: 7 } };
      const added = await api.call("addTenant", { body: request });
      expect(added).toMatchObject({ status: 201, body: { tenant: "initech", quotas: { maxJobs: 7 } } });
      const twice = await api.call("addTenant", { body: request });
      expect([twice.status, twice.body["errors"]?.[0]?.["code"]]).toEqual([400, "tenant_taken"]);
      const path = { tenant: "initech" };
      const changed = await api.call("updateTenantOf", { path, body: { disabled: true }, headers: ANY });
      expect(changed.body).toMatchObject({ disabled: true, displayName: "Initech" });
      const listed = await api.call("listTenants");
      expect(listed.body).toMatchObject({ own: "default", canAdd: true });
      expect(itemsOf(listed.body).map(({ tenant, path: at, isFixed }) => [tenant, at, isFixed])).toEqual([
        ["default", "", true],
        ["initech", "/tenants/initech", false],
      ]);
      const unsure = await api.call("removeTenant", { path, query: { confirm: "init" } });
      expect([unsure.status, unsure.body["errors"]?.[0]?.["code"]]).toEqual([400, "not_repeated"]);
      const removed = await api.call("removeTenant", { path, query: { confirm: "initech" } });
      expect(removed.body).toEqual({ tenant: "initech", dataKept: true });
      const gone = await api.call("updateTenantOf", { path, body: { disabled: true }, headers: ANY });
      expect([gone.status, gone.body["code"]]).toEqual([404, "not_found"]);
      const again = await api.call("addTenant", { body: { tenant: "initech" } });
      expect(again.body).toMatchObject({ displayName: "Initech", disabled: true });
    });

    it("are not found through the API of another one, which lists those that its caller may see", async () => {
      const api = await openTestApi({ isFirst: false });
      const path = { tenant: "default" };
      const calls = [
        await api.call("addTenant", { body: { tenant: "initech" } }),
        await api.call("updateTenantOf", { path, body: {}, headers: ANY }),
        await api.call("removeTenant", { path, query: { confirm: "default" } }),
      ];
      expect(calls.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await api.call("listTenants")).body).toMatchObject({
        canAdd: false,
        items: [{ tenant: "default" }],
      });
    });

    it("are kept from who cannot edit the deployment, who sees the own one without what it uses", async () => {
      const permissions = ["system:read", "tenant:edit"] as const;
      const authenticate = () => ({ kind: "user" as const, name: "li", permissions });
      const api = await openTestApi({ isFirst: true, authenticate });
      const listed = await api.call("listTenants");
      expect(listed.body).toMatchObject({ canAdd: false, items: [{ tenant: "default", view: null }] });
      expect((await api.call("addTenant", { body: { tenant: "initech" }, headers: OWN_PAGE })).status).toBe(
        403,
      );
      const own = await api.call("updateTenant", {
        body: { displayName: "Own" },
        headers: { ...ANY, ...OWN_PAGE },
      });
      expect(own.body).toMatchObject({ displayName: "Own", updatedBy: "user:li" });
    });

    it("that its processes were started with are not removed", async () => {
      const api = await openTestApi({ isFirst: true });
      const path = { tenant: "default" };
      const { status, body } = await api.call("removeTenant", { path, query: { confirm: "default" } });
      expect([status, body["errors"]?.[0]?.["code"]]).toEqual([400, "fixed_tenant"]);
    });
  });
}
