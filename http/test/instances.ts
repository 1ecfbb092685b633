import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi, type TestApi } from "./test-api.ts";

async function trigger(api: TestApi, key: string, body: object = {}): Promise<string> {
  const answer = await api.call("triggerJob", { path: { key }, body });
  return answer.body["instance"]?.["id"] as string;
}

export function describeInstances(): void {
  describe("instances", () => {
    it("the runs that a run's end has started are listed with it, and a child that leads back is refused", async () => {
      const api = await openTestApi();
      const edit = (key: string, children: unknown): ReturnType<TestApi["call"]> =>
        api.call("updateJob", { path: { key }, body: { children }, headers: { "If-Match": "*" } });
      await edit("fail", [{ job: "mail.send", on: "failure", args: { to: "{error.message}" } }]);
      await api.clock.settle();
      const id = await trigger(api, "fail");
      await api.clock.settle();
      const children = await api.call("listInstanceChildren", { path: { id } });
      expect(itemsOf(children.body)).toMatchObject([
        { jobKey: "mail.send", trigger: { type: "parent", of: id }, argsPreview: '{"to":"Nothing works"}' },
      ]);
      const path = { id: itemsOf(children.body)[0]?.["id"] as string };
      expect(itemsOf((await api.call("listInstanceChildren", { path })).body)).toEqual([]);
      const refused = await edit("mail.send", [{ job: "fail" }]);
      expect(refused.status).toBe(400);
      expect(refused.body["errors"]).toMatchObject([
        { pointer: "/children", parameters: { path: ["mail.send", "fail", "mail.send"] } },
      ]);
    });

    it("a run can be waited for: until it has ended, until the time is over, or until the app is closed", async () => {
      const api = await openTestApi();
      const waitFor = (id: string, waitMs: number): ReturnType<TestApi["call"]> =>
        api.call("getInstance", { path: { id }, query: { waitMs } });
      const id = await trigger(api, "wait");
      const late = waitFor(id, 500);
      await api.clock.advance(500);
      expect((await late).body).toMatchObject({ state: "Processing", completedAt: null });
      const waiting = waitFor(id, 20_000);
      await api.clock.settle();
      await api.call("cancelInstance", { path: { id }, body: {} });
      await api.clock.advance(1000);
      expect((await waiting).body).toMatchObject({ state: "Cancelled" });
      const other = await trigger(api, "wait");
      const cut = waitFor(other, 20_000);
      await api.clock.settle();
      await api.app.close();
      expect((await cut).body).toMatchObject({ state: "Processing" });
      expect((await waitFor("nobody", 10)).status).toBe(404);
    });

    it("a list is newest first, without args and results, and stable while runs arrive", async () => {
      const api = await openTestApi();
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        ids.unshift(await trigger(api, "mail.send", { args: { to: "ann" } }));
        await api.clock.advance(10);
      }
      const first = (await api.call("listInstances", { query: { limit: 2, count: "capped" } })).body;
      await trigger(api, "mail.send", { args: { to: "late" } });
      const second = (
        await api.call("listInstances", { query: { limit: 4, cursor: first["nextCursor"] as string } })
      ).body;
      const items = [first, second].flatMap(itemsOf);
      expect(items.map((item) => item["id"])).toEqual(ids);
      expect(first["count"]).toBe(5);
      for (const field of ["args", "result", "error", "history"]) expect(items[0]).not.toHaveProperty(field);
    });

    it("a broadcast is listed and counted without its shards where that is asked for", async () => {
      const api = await openTestApi();
      await api.call("updateJob", {
        path: { key: "mail.send" },
        body: { routing: { strategy: "broadcast" } },
        headers: { "If-Match": "*" },
      });
      const id = await trigger(api, "mail.send", { args: { to: "ann" } });
      await api.clock.advance(1000);
      const query = { jobKey: "mail.send", count: "capped" };
      const all = (await api.call("listInstances", { query })).body;
      expect([all["count"], itemsOf(all).map(({ shard }) => shard)]).toEqual([2, [0, null]]);
      const whole = (await api.call("listInstances", { query: { ...query, shards: "false" } })).body;
      expect([whole["count"], itemsOf(whole).map((item) => item["id"])]).toEqual([1, [id]]);
      const counted = await api.call("countInstances", { query: { jobKey: "mail.send", shards: "false" } });
      expect(counted.body).toMatchObject({ Succeeded: 1 });
      const latest = (await api.call("listJobs", { query: { search: "mail.send" } })).body;
      expect(itemsOf(latest)).toMatchObject([{ latest: { id } }]);
      const body = { action: "rerun", filter: { shards: false } };
      const refused = await api.call("bulkInstances", { body });
      expect([refused.status, refused.body["errors"]]).toMatchObject([400, [{ code: "no_condition" }]]);
      const again = { ...body, dryRun: true, filter: { ...body.filter, jobKey: "mail.send" } };
      expect((await api.call("bulkInstances", { body: again })).body).toMatchObject({ matched: 1 });
    });

    it("a list can be narrowed by job, state, time, any part of an id, error and args", async () => {
      const api = await openTestApi();
      const mail = await trigger(api, "mail.send", { args: { to: "ann" } });
      await api.clock.advance(60_000);
      const failed = await trigger(api, "fail");
      await api.clock.settle();
      const ids = async (query: Record<string, string>): Promise<unknown> =>
        (await api.call("listInstances", { query })).body["items"]?.map((item) => item["id"]);
      expect(await ids({ jobKey: "fail" })).toEqual([failed]);
      expect(await ids({ state: "Succeeded" })).toEqual([mail]);
      expect(await ids({ state: "Terminated,Succeeded" })).toEqual([failed, mail]);
      expect(await ids({ from: "2026-01-01T00:01:00Z" })).toEqual([failed]);
      expect(await ids({ to: "2026-01-01T00:01:00Z" })).toEqual([mail]);
      expect(await ids({ search: mail.slice(0, 20) })).toEqual([mail]);
      expect(await ids({ id: mail.slice(10).toUpperCase() })).toEqual([mail]);
      expect(await ids({ error: "nothing WORKS" })).toEqual([failed]);
      expect(await ids({ "args.to": "ann" })).toEqual([mail]);
      expect(await ids({ "args.to": "bob" })).toEqual([]);
      expect(await ids({ app: "other" })).toEqual([]);
      const ofJob = await api.call("listJobInstances", { path: { key: "fail" }, query: { count: "capped" } });
      expect(ofJob.body).toMatchObject({ items: [{ id: failed }], count: 1 });
    });

    it("a fire is found by the id its time gives it, with its log", async () => {
      const api = await openTestApi({ start: "2026-01-01T16:59:30.000Z" });
      await api.clock.advanceTo(new Date("2026-01-01T17:00:01Z"));
      const path = { id: "ledger/close@2026-01-01T17:00:00.000Z" };
      expect((await api.call("getInstance", { path })).body).toMatchObject({
        state: "Succeeded",
        trigger: { type: "cron", nominalTime: "2026-01-01T17:00:00.000Z" },
        result: { closed: true },
        progress: { fraction: 0.5, message: "half" },
      });
      const { items } = (await api.call("listInstanceLogs", { path })).body;
      expect(items).toEqual([
        { seq: 1, at: "2026-01-01T17:00:00.000Z", attempt: 1, level: "info", message: "Closing" },
      ]);
      expect((await api.call("listInstanceLogs", { path, query: { after: 1 } })).body["items"]).toEqual([]);
      // Nothing but the process itself delivers runs of an embedded scheduler.
      expect((await api.call("getInstanceCarrier", { path })).body).toEqual({ carrier: null });
    });

    it("a failed run shows its error and how it came to it", async () => {
      const api = await openTestApi();
      const id = await trigger(api, "fail");
      await api.clock.settle();
      const { body } = await api.call("getInstance", { path: { id } });
      expect(body).toMatchObject({
        state: "Terminated",
        error: { message: expect.stringContaining("Nothing works") },
      });
      expect(body["history"]?.map((entry) => entry["to"])).toEqual([
        "Enqueued",
        "Processing",
        "Failed",
        "Terminated",
      ]);
    });

    it("a run that no worker can take says that it waits for one", async () => {
      const api = await openTestApi();
      await api.call("registerJobs", {
        body: { app: "billing", definitions: [{ key: "invoice", kind: "triggered" }] },
      });
      const id = await trigger(api, "invoice");
      expect((await api.call("getInstance", { path: { id } })).body).toMatchObject({
        state: "Enqueued",
        waitingFor: "worker",
      });
      expect((await api.call("listInstances", { query: { app: "billing" } })).body).toMatchObject({
        items: [{ waitingFor: "worker" }],
      });
    });

    it("a run that waits is cancelled at once, one that runs is asked to end, one that ended is left alone", async () => {
      const api = await openTestApi();
      const later = await trigger(api, "wait", { delayMs: 60_000 });
      const answer = await api.call("cancelInstance", {
        path: { id: later },
        body: { reason: "Not needed" },
      });
      expect(answer).toMatchObject({ status: 202, body: { instance: { state: "Cancelled" } } });

      const running = await trigger(api, "wait");
      await api.clock.settle();
      const asked = await api.call("cancelInstance", { path: { id: running } });
      expect(asked.body["instance"]).toMatchObject({ cancelRequestedAt: expect.any(String) });
      await api.clock.advance(2000);
      expect((await api.call("getInstance", { path: { id: running } })).body["state"]).toBe("Cancelled");

      const again = await api.call("cancelInstance", { path: { id: running } });
      expect(again).toMatchObject({ status: 409, body: { code: "already_terminal" } });
    });

    it("a run whose code holds no slot is left as it is when its slot is given back", async () => {
      const api = await openTestApi();
      const id = await trigger(api, "wait");
      await api.clock.settle();
      const released = await api.call("releaseInstance", { path: { id }, body: {} });
      expect(released).toMatchObject({ status: 200, body: { instance: { id, state: "Processing" } } });
      const missing = await api.call("releaseInstance", { path: { id: "nobody" }, body: {} });
      expect(missing).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
    });

    it("running again makes a new run that points back, with the same args or others", async () => {
      const api = await openTestApi();
      const id = await trigger(api, "mail.send", { args: { to: "ann" } });
      await api.clock.settle();
      const again = await api.call("rerunInstance", { path: { id } });
      expect(again.status).toBe(202);
      expect(again.body["instance"]).toMatchObject({
        trigger: { type: "rerun", of: id },
        args: { to: "ann" },
      });
      expect(again.headers.get("Location")).toContain(again.body["instance"]?.["id"]);
      const call = { path: { id }, body: { args: { to: "bob" } }, headers: { "Idempotency-Key": "again" } };
      const other = await api.call("rerunInstance", call);
      expect(other.body["instance"]).toMatchObject({ id: "mail.send#again", args: { to: "bob" } });
      expect((await api.call("rerunInstance", call)).body["instance"]?.["id"]).toBe("mail.send#again");
    });
  });
}
