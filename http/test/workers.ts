import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

export function describeWorkers(): void {
  describe("workers", () => {
    it("a list has the workers that are there and what they can run", async () => {
      const api = await openTestApi();
      const { body } = await api.call("listWorkers");
      expect(body["items"]).toMatchObject([
        { app: "ledger", running: 0, draining: false, jobKeys: expect.arrayContaining(["mail.send"]) },
      ]);
    });

    it("samples of a worker are shown in steps, and to nobody who does not see the worker", async () => {
      const api = await openTestApi();
      const [{ id } = { id: "" }] = await api.scheduler.workers();
      // It takes a sample each half minute, and the duty that keeps them comes once a minute.
      await api.clock.advance(3 * 60_000);
      const { body } = await api.call("getWorkerSamples", { path: { id } });
      expect(body).toMatchObject({ worker: id, app: "ledger", place: 1, step: "sample" });
      expect(body["points"]).toContainEqual(
        expect.objectContaining({
          samples: 1,
          processor: null,
          memoryBytes: null,
          running: 0,
          runningMax: 0,
        }),
      );
      const year = await api.call("getWorkerSamples", { path: { id }, query: { range: "13mo" } });
      expect(year.body).toMatchObject({ step: "1d", points: [{ runningMax: 0 }] });
      for (const query of [{ range: "2h" }, { step: "1m" }, { from: "2026-01-02T00:00:00Z", range: "1h" }])
        expect((await api.call("getWorkerSamples", { path: { id }, query })).status).toBe(400);
      const nobody = await api.call("getWorkerSamples", { path: { id: "nobody" } });
      expect([nobody.status, nobody.body["code"]]).toEqual([404, "worker_not_found"]);
    });

    it("a list of apps has what waits for each, and one of control planes what each does", async () => {
      const api = await openTestApi();
      await api.scheduler.trigger("wait");
      await api.clock.settle();
      expect((await api.call("listApps")).body["items"]).toEqual([
        {
          app: "ledger",
          jobs: (await api.scheduler.overview()).jobs.total,
          workers: 1,
          missing: [],
          waiting: 0,
          running: 1,
          endedPerMinute: 0,
          drainMs: 0,
          stopped: null,
        },
      ]);
      expect((await api.call("listControlPlanes")).body["items"]).toMatchObject([
        { standsBy: false, duties: expect.arrayContaining(["fire", "recover"]) },
      ]);
    });

    it("an app's list of executors is kept by hand, and shows which of them are missing", async () => {
      const api = await openTestApi();
      const path = { app: "ledger" };
      const [{ id } = { id: "" }] = await api.scheduler.workers();
      await api.call("expectExecutor", { path, body: { name: id } });
      const body = { name: "http://10.1.0.5:9999", xxlApp: "shop" };
      const added = await api.call("expectExecutor", { path, body });
      const name = "http://10.1.0.5:9999/";
      expect(added.body["items"]).toMatchObject([
        { name, xxlApp: "shop", worker: null },
        { name: id, xxlApp: null, by: "local", worker: id },
      ]);
      expect((await api.call("listExpectedExecutors", { path })).body).toEqual(added.body);
      expect((await api.call("listApps")).body["items"]).toMatchObject([{ app: "ledger", missing: [name] }]);
      const refused = await api.call("expectExecutor", { path, body: { ...body, name: "10.1.0.5" } });
      expect([refused.status, refused.body["errors"]]).toMatchObject([
        400,
        [{ pointer: "/name", code: "executor_address_rule" }],
      ]);
      const left = await api.call("forgetExecutor", { path: { ...path, name } });
      expect(left.body["items"]).toMatchObject([{ name: id }]);
    });

    it("an app has public keys of its executors, at most two of each", async () => {
      const api = await openTestApi();
      const path = { app: "ledger" };
      const [first, second, third] = [1, 2, 3].map(() => ({
        publicKey: generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }),
        executor: "resizer",
      }));
      const added = await api.call("addExecutorKey", { path, body: first });
      expect(added).toMatchObject({ status: 201, body: { executor: "resizer", by: "local" } });
      await api.call("addExecutorKey", { path, body: second });
      const refused = await api.call("addExecutorKey", { path, body: third });
      expect([refused.status, refused.body["errors"]]).toMatchObject([
        400,
        [{ pointer: "/publicKey", code: "executor_keys_full" }],
      ]);
      const id = String(added.body["id"]);
      expect((await api.call("removeExecutorKey", { path: { ...path, id } })).status).toBe(204);
      expect((await api.call("addExecutorKey", { path, body: third })).status).toBe(201);
      expect((await api.call("listExecutorKeys", { path })).body["items"]).toHaveLength(2);
    });

    it("an app is stopped and started again, and its jobs show both", async () => {
      const api = await openTestApi();
      const path = { app: "ledger" };
      expect(await api.call("stopApp", { path, body: { note: "Release" } })).toMatchObject({
        status: 200,
        body: path,
      });
      const stopped = { until: null, note: "Release", by: "local" };
      expect((await api.call("listApps")).body["items"]).toMatchObject([{ app: "ledger", stopped }]);
      const close = { path: { key: "ledger/close" } };
      expect((await api.call("getJob", close)).body).toMatchObject({
        pause: null,
        appPause: stopped,
        nextFire: null,
      });
      expect((await api.call("listJobs", { query: { status: "paused" } })).body["items"]).not.toEqual([]);
      expect((await api.call("startApp", { path, body: {} })).status).toBe(200);
      expect((await api.call("listApps")).body["items"]).toMatchObject([{ stopped: null }]);
      expect((await api.call("getJob", close)).body).toMatchObject({ appPause: null });
    });

    it("a worker is drained and undrained, and shows who asked", async () => {
      const api = await openTestApi();
      const [worker] = await api.scheduler.workers();
      const path = { id: worker?.id ?? "" };
      const drained = await api.call("drainWorker", { path });
      expect(drained).toMatchObject({ status: 200, body: { id: path.id, drain: { by: "local" } } });
      expect((await api.call("listWorkers")).body["items"]).toMatchObject([{ drain: drained.body["drain"] }]);
      // Asked twice, the first request stands.
      await api.clock.advance(1000);
      expect((await api.call("drainWorker", { path })).body["drain"]).toEqual(drained.body["drain"]);
      expect((await api.call("undrainWorker", { path })).body).toMatchObject({ drain: null });
      const items = (await api.call("listWorkers")).body["items"];
      expect(items).toMatchObject([{ drain: null }]);
    });

    it("a job says whether a worker takes it, also one that was made of another job's code", async () => {
      const api = await openTestApi();
      const lacks = async (key: string): Promise<unknown> =>
        (await api.call("getJob", { path: { key } })).body["lacksWorker"];
      await api.call("copyJob", { path: { key: "mail.send" }, body: { key: "mail.copy" } });
      expect([await lacks("mail.send"), await lacks("mail.copy")]).toEqual([false, false]);
      const executors = { minVersion: "9.0.0" };
      await api.call("updateJob", {
        path: { key: "mail.copy" },
        headers: { "If-Match": "*" },
        body: { executors },
      });
      expect([await lacks("mail.send"), await lacks("mail.copy")]).toEqual([false, true]);
    });

    it("a check returns the keys that are not registered", async () => {
      const api = await openTestApi();
      const { body } = await api.call("checkRegistrations", { body: { keys: ["mail.send", "new"] } });
      expect(body).toEqual({ unregistered: ["new"] });
    });

    it("a registration is refused where it is not switched on, and changes nothing", async () => {
      const api = await openTestApi({ registration: false });
      const definitions = [{ key: "mail.send", kind: "triggered", argsSchema: { not: {} } }];
      const answer = await api.call("registerJobs", { body: { app: "ledger", definitions } });
      expect(answer).toMatchObject({ status: 403, body: { code: "registration_closed" } });
      const { definition } = await api.scheduler.jobs.get("mail.send");
      expect(definition).toMatchObject({ revision: 1, argsSchema: { required: ["to"] } });
    });

    it("a registration says how new jobs begin", async () => {
      const api = await openTestApi();
      const definitions = [{ key: "new.tick", kind: "recurring", options: { cron: "0 0 3 * * *" } }];
      const { body } = await api.call("registerJobs", {
        body: { app: "new", definitions, newJobs: "stopped" },
      });
      expect(body["results"]).toMatchObject([
        { outcome: "registered", definition: { pause: { isNew: true } } },
      ]);
    });

    it("a registration fills in defaults, repeats harmlessly, and leaves what is stored in force", async () => {
      const api = await openTestApi();
      const register = (options: object) =>
        api.call("registerJobs", {
          body: { app: "billing", definitions: [{ key: "bill/run", kind: "recurring", options }] },
        });
      const first = await register({ cron: "0 0 3 * * *", retryCount: 2 });
      expect(first.body["results"]).toMatchObject([
        {
          key: "bill/run",
          outcome: "registered",
          fields: [],
          message: null,
          definition: {
            app: "billing",
            options: { cron: "0 0 3 * * *", retryCount: 2, timeoutMs: 3_600_000 },
          },
        },
      ]);
      expect((await register({ cron: "0 0 3 * * *", retryCount: 2 })).body["results"]?.[0]?.["outcome"]).toBe(
        "unchanged",
      );
      expect((await register({ cron: "0 0 4 * * *", retryCount: 2 })).body["results"]).toMatchObject([
        { outcome: "differs", fields: ["cron"], definition: { options: { cron: "0 0 3 * * *" } } },
      ]);
    });

    it("a job whose key another app has is stored under its app and key", async () => {
      const api = await openTestApi();
      const { body } = await api.call("registerJobs", {
        body: {
          app: "billing",
          definitions: [
            { key: "mail.send", kind: "triggered" },
            { key: "own", kind: "triggered", argsSchema: { type: "object" } },
          ],
        },
      });
      expect(body["results"]).toMatchObject([
        { key: "mail.send", outcome: "registered", message: null, definition: { key: "billing/mail.send" } },
        { outcome: "registered" },
      ]);
    });

    it("one wrong definition refuses the whole call, with its place", async () => {
      const api = await openTestApi();
      const { status, body } = await api.call("registerJobs", {
        body: {
          app: "billing",
          definitions: [
            { key: "good", kind: "triggered" },
            { key: "bad", kind: "recurring", options: { cron: "61 * * * * *" } },
          ],
        },
      });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: "invalid_cron",
        errors: [{ pointer: "/definitions/1/options/cron", position: 1 }],
      });
      expect(
        (await api.call("checkRegistrations", { body: { keys: ["good"] } })).body["unregistered"],
      ).toEqual(["good"]);
    });
  });
}
