import { readFileSync } from "node:fs";
import type { JobContext } from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { openEvents } from "./event-client.ts";
import { type Call, itemsOf, openTestApi, type TestApi } from "./test-api.ts";

interface TwoApps {
  /** Limited to "billing". */
  readonly scoped: TestApi;
  /** A run of "ledger", and one of "billing". */
  readonly foreign: string;
  readonly own: string;
}

const FOREIGN_JOB = { path: { key: "wait" } };

/** The jobs of "ledger" with a worker, those of "billing" without; all is made through the scheduler, past the scope. */
async function openScoped(): Promise<TwoApps> {
  const scoped = await openTestApi({ scope: { app: "billing" } });
  await scoped.call("registerJobs", {
    body: {
      app: "billing",
      definitions: [
        { key: "bill", kind: "triggered" },
        { key: "bill.close", kind: "recurring", options: { cron: "0 0 5 * * *" } },
      ],
    },
  });
  const { instances } = scoped.scheduler;
  const foreign = await instances.trigger("wait", { delayMs: 60_000 });
  await instances.trigger("mail.send", { args: { to: "ann" } });
  const own = await instances.trigger("bill", { delayMs: 60_000 });
  await scoped.clock.settle();
  return { scoped, foreign: foreign.id, own: own.id };
}

export function describeScope(): void {
  describe("an app limited to one service", () => {
    it.each<[string, Call]>([
      ["getJob", FOREIGN_JOB],
      ["updateJob", { ...FOREIGN_JOB, headers: { "If-Match": "*" }, body: { priority: 1 } }],
      ["pauseJob", { path: { key: "ledger/close" } }],
      ["resumeJob", { path: { key: "ledger/close" } }],
      ["listUpcomingFires", { path: { key: "ledger/close" } }],
      ["triggerJob", FOREIGN_JOB],
      ["triggerJobMany", { ...FOREIGN_JOB, body: { items: [{}, {}] } }],
      ["listJobInstances", FOREIGN_JOB],
    ])("%s of another service's job is not found, as if there were none", async (operation, call) => {
      const { scoped } = await openScoped();
      const answer = await scoped.call(operation, call);
      const { key } = call.path as { key: string };
      const runs = await scoped.scheduler.instances.count({}, 100);
      const nobody = await scoped.call(operation, { ...call, path: { key: "nobody" } });
      expect(answer).toMatchObject({ status: 404, body: { code: "job_not_found" } });
      expect(JSON.stringify(answer.body)).toBe(JSON.stringify(nobody.body).replaceAll("nobody", key));
      expect(await scoped.scheduler.instances.count({}, 100)).toBe(runs);
      expect((await scoped.scheduler.jobs.get(key)).definition.revision).toBe(1);
    });

    it.each(["drainWorker", "undrainWorker"])(
      "%s of another service's worker is not found",
      async (operation) => {
        const { scoped } = await openScoped();
        const [worker] = await scoped.scheduler.workers();
        const answer = await scoped.call(operation, { path: { id: worker?.id ?? "" } });
        expect(answer).toMatchObject({ status: 404, body: { code: "worker_not_found" } });
      },
    );

    it.each(["getInstance", "cancelInstance", "rerunInstance", "getInstanceCarrier", "listInstanceLogs"])(
      "%s of another service's run is not found, and the run goes on",
      async (operation) => {
        const { scoped, foreign } = await openScoped();
        const answer = await scoped.call(operation, { path: { id: foreign } });
        expect(answer).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
        expect((await scoped.scheduler.instances.get(foreign)).state).toBe("Scheduled");
      },
    );

    it("names only jobs of the app in the tasks it makes", async () => {
      const { scoped } = await openScoped();
      const make = (job: string) =>
        scoped.call("createJob", {
          body: {
            key: `task-of-${job}`,
            app: "billing",
            kind: "triggered",
            work: { kind: "task", body: { engine: 1, nodes: [{ id: "n", type: "job", job: { key: job } }] } },
          },
        });
      const mistake = [{ pointer: "/work/body/nodes/0/job/key", code: "unknown_job" }];
      expect((await make("mail.send")).body["errors"]).toMatchObject(mistake);
      expect((await make("nobody")).body["errors"]).toMatchObject(mistake);
    });

    it("learns nothing of another service's jobs by tasks that it would make there", async () => {
      const { scoped } = await openScoped();
      const make = (job: string) => {
        const node = { id: "n", type: "job", job: { key: job }, params: [{ name: "none", value: 1 }] };
        const work = { kind: "task", body: { engine: 1, nodes: [node] } };
        return scoped.call("createJob", { body: { key: "spy", app: "ledger", kind: "triggered", work } });
      };
      const [known, unknown] = [await make("mail.send"), await make("nobody")];
      expect(known).toMatchObject({ status: 400, body: { errors: [{ pointer: "/app" }] } });
      expect(known.body).toEqual(unknown.body);
    });

    it("lists, counts, overview, workers and metrics are of its own service only", async () => {
      const { scoped, own } = await openScoped();
      const jobs = (await scoped.call("listJobs", { query: { count: "capped" } })).body;
      expect(itemsOf(jobs).map((job) => job["key"])).toEqual(["bill", "bill.close"]);
      expect(jobs["count"]).toBe(2);
      const runs = (await scoped.call("listInstances", { query: { count: "capped" } })).body;
      expect(itemsOf(runs).map((run) => run["id"])).toEqual([own]);
      expect(runs["count"]).toBe(1);
      expect((await scoped.call("listWorkers")).body["items"]).toEqual([]);
      expect((await scoped.call("getOverview")).body).toMatchObject({
        counts: { Scheduled: 1, Succeeded: 0 },
        jobs: { total: 2 },
        upcoming: [{ jobKey: "bill.close" }],
        completions: [],
        workers: 0,
      });
      expect((await scoped.call("listCompletions")).body["items"]).toEqual([]);
      expect((await scoped.call("listAttention")).body["items"]).toMatchObject([
        { kind: "no_worker", total: 2, jobs: [{ key: "bill" }, { key: "bill.close" }] },
      ]);
      const recent = (await scoped.call("listRecentRuns", { query: { jobKey: "bill,mail.send" } })).body;
      expect(itemsOf(recent).map((job) => itemsOf(job["runs"] as never).length)).toEqual([0, 0]);
      const { body: metrics } = await scoped.call("getMetrics");
      for (const line of [
        'mojob_instances{state="Scheduled",tenant="default"} 1',
        'mojob_instances{state="Succeeded",tenant="default"} 0',
        'mojob_completions_total{outcome="succeeded",tenant="default"} 0',
        'mojob_jobs{kind="triggered",tenant="default"} 1',
        'mojob_workers{tenant="default"} 0',
      ]) {
        expect(metrics).toContain(`${line}\n`);
      }
      expect(metrics).not.toContain("ledger");
    });

    it("asking for another service by name finds nothing", async () => {
      const { scoped } = await openScoped();
      for (const operation of ["listJobs", "listInstances"]) {
        const { body } = await scoped.call(operation, { query: { app: "ledger", count: "capped" } });
        expect(body).toEqual({ items: [], nextCursor: null, count: 0 });
      }
      const filters = [{ app: "ledger" }, { jobKey: "wait" }];
      for (const filter of filters) {
        const { body } = await scoped.call("bulkInstances", { body: { action: "cancel", filter } });
        expect(body).toMatchObject({ operation: null, matched: 0, done: 0, failed: [] });
      }
    });

    it("many runs at once are those of its own service", async () => {
      const { scoped, foreign, own } = await openScoped();
      const byIds = await scoped.call("bulkInstances", {
        body: { action: "cancel", ids: [foreign, own], dryRun: false },
      });
      expect(byIds.body).toMatchObject({
        matched: 2,
        done: 1,
        failed: [{ id: foreign, problem: { code: "instance_not_found", status: 404 } }],
      });
      const rerun = await scoped.call("bulkInstances", {
        body: { action: "rerun", filter: { state: ["Cancelled", "Succeeded", "Scheduled"] } },
      });
      expect(rerun.body).toMatchObject({ matched: 1, done: 1, failed: [] });
      expect((await scoped.scheduler.instances.get(foreign)).state).toBe("Scheduled");
    });

    it("events of other services are not heard", async () => {
      const { scoped } = await openScoped();
      const { jobs, instances } = scoped.scheduler;
      const client = await openEvents(scoped);
      expect(await client.next()).toMatchObject({ event: "ready" });
      await jobs.update("mail.send", { priority: 1 }, 1);
      await instances.trigger("mail.send", { args: { to: "bob" } });
      await scoped.clock.advance(6000);
      await jobs.update("bill", { priority: 1 }, 1);
      const heard = await client.next();
      expect(heard).toMatchObject({ event: "jobs", data: { items: [{ key: "bill", app: "billing" }] } });
      await client.close();
    });

    it("it registers no job that starts one of another service", async () => {
      const { scoped } = await openScoped();
      const parent = (job: string): object => ({
        key: "bill.open",
        kind: "triggered",
        options: { children: [{ job }] },
      });
      const register = (job: string) =>
        scoped.call("registerJobs", { body: { app: "billing", definitions: [parent(job)] } });
      for (const job of ["mail.send", "nobody"]) {
        const answer = await register(job);
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/children/0/job" }] } });
      }
      expect(await scoped.scheduler.registry.check(["bill.open"])).toEqual(["bill.open"]);
      expect((await register("bill")).status).toBe(200);
    });

    it("starts no job of another service by a condition, in no way to make or change a job", async () => {
      const { scoped } = await openScoped();
      const options = (job: string): object => ({
        children: [{ job, when: "$.SELF.RESULT.files > 0", edge: true }],
      });
      const body = {
        key: "bill.look",
        app: "billing",
        kind: "triggered",
        work: { kind: "code", handler: "bill" },
      };
      const mistake = [{ code: "no_such_job" }];
      for (const job of ["mail.send", "nobody"]) {
        const made = await scoped.call("createJob", { body: { ...body, options: options(job) } });
        const changed = await scoped.call("updateJob", {
          path: { key: "bill" },
          headers: { "If-Match": "*" },
          body: options(job),
        });
        for (const answer of [made, changed]) {
          expect(answer.status).toBe(400);
          expect(answer.body["errors"]).toMatchObject(mistake);
        }
      }
      expect((await scoped.call("createJob", { body: { ...body, options: options("bill") } })).status).toBe(
        201,
      );
    });

    it("imports workflows into its own service alone, which name what it has", async () => {
      const shell: IMoWorkRunner<JobContext> = {
        kind: "script",
        names: ["shell", "python"],
        handlers: [],
        canRun: () => true,
        run: async () => null,
      };
      const { call, scheduler } = await openTestApi({ scope: { app: "ledger" }, runners: [shell] });
      const fixture = new URL("../../adapters/importers/fixtures/powerjob-5.1.json", import.meta.url);
      const given = { source: "powerJob", text: readFileSync(fixture, "utf8"), timeZone: "UTC" };
      const imported = async (app: string): Promise<readonly (readonly string[])[]> => {
        const { body } = await call("applyImport", { body: { ...given, app } });
        const results = body["results"] as unknown as readonly {
          key: string;
          outcome: string;
          message: string;
        }[];
        return results.map(({ key, outcome, message }) => [key, outcome, message]);
      };
      for (const [, outcome, message] of await imported("billing"))
        expect([outcome, message]).toEqual(["failed", '/app must be "ledger"']);
      const own = await imported("ledger");
      expect(own).toContainEqual(["powerjob/publish", "created", null]);
      // A caller without limits may name what comes later.
      expect(own).toContainEqual([
        "powerjob/daily-orders",
        "failed",
        expect.stringContaining('"powerjob/999" is not'),
      ]);
      expect((await scheduler.jobs.get("powerjob/publish")).definition.app).toBe("ledger");
    });

    it("imports a workflow before one that executes it, though the file has it later", async () => {
      const { call } = await openTestApi({ scope: { app: "ledger" } });
      const fixture = new URL("../../adapters/importers/fixtures/airflow-3.json", import.meta.url);
      const text = readFileSync(fixture, "utf8");
      const request = { source: "airflow", text, timeZone: "UTC", app: "ledger" };
      const { body } = await call("applyImport", { body: request });
      expect(body["results"]).toMatchObject([
        { key: "airflow/close_month", outcome: "created" },
        { key: "airflow/housekeeping", outcome: "created" },
      ]);
      const { body: outer } = await call("getJob", { path: { key: "airflow/close_month" } });
      expect(JSON.stringify(outer["work"])).toContain('"type":"task","key":"airflow/housekeeping"');
    });

    it("it registers jobs of its own service, and never one another service has", async () => {
      const { scoped } = await openScoped();
      const other = await scoped.call("registerJobs", {
        body: { app: "ledger", definitions: [{ key: "new", kind: "triggered" }] },
      });
      expect(other).toMatchObject({ status: 400, body: { errors: [{ pointer: "/app" }] } });
      const taken = await scoped.call("registerJobs", {
        body: { app: "billing", definitions: [{ key: "wait", kind: "triggered" }] },
      });
      expect(taken.body["results"]).toMatchObject([
        { key: "wait", outcome: "registered", definition: { key: "billing/wait", app: "billing" } },
      ]);
      expect((await scoped.scheduler.jobs.get("wait")).definition.app).toBe("ledger");
    });
  });
}
