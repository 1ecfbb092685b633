import { defineTriggeredJob, type JobContext, type JobDefinition, type JobRegistration } from "@mojob/core";
import { type IMoWorkRunner, type WorkAttempt, WorkError, WorkErrorCode } from "@mojob/core/ports";
import { afterEach, describe, expect, test } from "vitest";
import { type Deployment, type DeploymentHarness, PUBLIC_URL, type RunJson } from "./deployment.ts";
import { inState } from "./states.ts";

/** What is outside: services by their addresses, and what the code of runs was given. */
class Outside {
  readonly statuses = new Map<string, number>();
  readonly callbackUrls: string[] = [];
  executed = 0;

  /** Looks at services as a worker's runner of resources does. */
  readonly runner = {
    kind: "resource",
    names: ["service"],
    handlers: [],
    canRun: ({ work }: JobDefinition) => (work as { readonly kind: string }).kind === "resource",
    run: ({ definition }: WorkAttempt) => {
      const { uri } = definition.work as unknown as { readonly uri: string };
      const status = this.statuses.get(uri);
      if (status === undefined) throw new WorkError(WorkErrorCode.ServiceUnavailable, { name: uri });
      return Promise.resolve({ STATUS: status });
    },
  } as unknown as IMoWorkRunner<JobContext>;

  readonly jobs: readonly JobRegistration[] = [
    defineTriggeredJob({
      key: "send",
      maxConcurrency: null,
      execute: (args: { to?: string } | null, { callbackUrl }: JobContext) => {
        this.executed += 1;
        if (callbackUrl !== undefined) this.callbackUrls.push(callbackUrl);
        return { to: args?.to ?? "all" };
      },
    }),
  ];
}

const code = (handler: string): object => ({ kind: "code", handler });
const service = (name: string): object => ({
  name,
  type: "service",
  test: "status",
  uri: `'http://${name}.test'`,
});
const check = (name: string): object => ({ type: "resource", use: service(name) });

/** Jobs that the bodies of tasks hold: what they need, how their end is known, and when they have succeeded. */
export function describeJobsOfTasks(harness: DeploymentHarness): void {
  describe(`jobs of tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (nodes: readonly object[], more: object = {}) => {
      const outside = new Outside();
      const { jobs, runner } = outside;
      // With one place: what waits for its end leaves it to others.
      const deployment = await harness.open({ jobs, runners: [runner], worker: { maxConcurrentRuns: 1 } });
      const work = { kind: "task", body: { engine: 1, nodes, ...more } };
      const job = { key: "task", app: "behaviour", kind: "triggered", work };
      const { status, body } = await deployment.api.call("POST", "/jobs", job);
      expect([status, body]).toEqual([201, expect.anything()]);
      const { id } = await deployment.api.trigger("task");
      return { deployment, outside, id };
    };

    const runsOf = async (deployment: Deployment, id: string): Promise<readonly RunJson[]> => {
      const path = `/instances/${encodeURIComponent(id)}/children`;
      const { body } = await deployment.api.call<{ items: readonly { id: string }[] }>("GET", path);
      return Promise.all(body.items.map((run) => deployment.api.run(run.id)));
    };

    /** The runs of nodes that wait for the end of their work, without a worker. */
    const waiting = (deployment: Deployment, id: string, count = 1): Promise<readonly RunJson[]> =>
      deployment.until(`${count} runs to wait for the end of their work`, async () => {
        const runs = (await runsOf(deployment, id)).filter(({ state }) => state === "Scheduled");
        return runs.length === count && runs;
      });

    const report = async (deployment: Deployment, url: string | undefined, body: object): Promise<number> => {
      const path = (url ?? "").slice(`${PUBLIC_URL}/api/v1`.length);
      return (await deployment.api.call("POST", path, body)).status;
    };

    const operate = (deployment: Deployment, id: string, operation: object) =>
      deployment.api.call("POST", `/instances/${encodeURIComponent(id)}/task/operations`, operation);

    test("work that is verified later holds no worker, and is executed once however often it is looked at", async () => {
      const verify = { afterMs: 1000, everyMs: 1000, timeoutMs: 60_000, check: check("report") };
      const { deployment, outside, id } = await open([
        { id: "slow", type: "job", job: { work: code("send"), verify } },
        { id: "beside", type: "job", job: { key: "send" } },
        {
          id: "after",
          type: "job",
          job: { key: "send" },
          pre: [{ node: "slow" }],
          params: [{ name: "to", expression: "$.JOB['slow'].RESULT.to" }],
        },
      ]);
      const [slow] = await waiting(deployment, id);
      expect(slow).toMatchObject({ result: null, error: null });
      expect(slow).toMatchObject({
        reason: expect.stringMatching(/^The code has ended; whether the work has/),
      });
      await deployment.until("the other node to run meanwhile", async () =>
        (await runsOf(deployment, id)).some(
          ({ jobKey, state }) => jobKey === "send" && state === "Succeeded",
        ),
      );
      await deployment.elapse(1500);
      const again = await deployment.until("a second look", async () => {
        const [run] = await waiting(deployment, id);
        return run !== undefined && run.attempt >= 2 && run;
      });
      expect(again.error).toBeNull();
      outside.statuses.set("http://report.test", 200);
      await deployment.elapse(1500);
      await inState(deployment, id, "Succeeded");
      expect(outside.executed).toBe(3);
      expect(await deployment.api.run(slow?.id ?? "")).toMatchObject({
        state: "Succeeded",
        result: { to: "all" },
      });
    });

    test("work whose check does not hold in time fails its node, which a retry executes again", async () => {
      const verify = { afterMs: 0, everyMs: 1000, timeoutMs: 1000, check: check("report") };
      const { deployment, outside, id } = await open(
        [{ id: "slow", type: "job", job: { work: code("send"), verify } }],
        { onFailure: "hold" },
      );
      const [first] = await waiting(deployment, id);
      await deployment.elapse(1500);
      expect(await inState(deployment, first?.id ?? "", "Terminated")).toMatchObject({
        error: { code: "callback_timeout" },
      });
      outside.statuses.set("http://report.test", 200);
      await deployment.until("the task to hold", async () => {
        const path = `/instances/${encodeURIComponent(id)}/task`;
        const { body } = await deployment.api.call<{ task: { phase: string } }>("GET", path);
        return body.task.phase === "held" && true;
      });
      expect((await operate(deployment, id, { type: "retryNode", node: "slow" })).status).toBe(200);
      await inState(deployment, id, "Succeeded");
      expect(outside.executed).toBe(2);
    });

    test("work that is called back ends with the first report at its address, whose result flows on", async () => {
      const verify = { callback: true, timeoutMs: 3_600_000 };
      const { deployment, outside, id } = await open([
        { id: "ask", type: "job", job: { work: code("send"), verify } },
        {
          id: "after",
          type: "job",
          job: { key: "send" },
          pre: [{ node: "ask" }],
          params: [{ name: "to", expression: "$.JOB['ask'].RESULT.who" }],
        },
      ]);
      await waiting(deployment, id);
      const [url = ""] = outside.callbackUrls;
      const done = { state: "succeeded", result: { who: "ada" } };
      expect(await report(deployment, `${url}x`, done)).toBe(404);
      expect(await report(deployment, url, { state: "running", progress: 0.5 })).toBe(200);
      expect(await report(deployment, url, done)).toBe(200);
      await inState(deployment, id, "Succeeded");
      expect(await report(deployment, url, done)).toBe(200);
      expect(await report(deployment, url, { state: "failed", error: "late" })).toBe(409);
      const [ask, after] = await runsOf(deployment, id);
      expect(ask).toMatchObject({ attempt: 2, result: { who: "ada" } });
      expect(after).toMatchObject({ args: { to: "ada" } });
      expect(outside.executed).toBe(2);
    });

    test("work that waits for its callback is cancelled with its task, and a failure that is reported fails the node", async () => {
      const verify = { callback: true, timeoutMs: 3_600_000 };
      const { deployment, outside, id } = await open([
        { id: "each", type: "job", job: { work: code("send"), verify }, each: { items: "[1, 2]" } },
      ]);
      await waiting(deployment, id, 2);
      const [first, second] = outside.callbackUrls;
      expect(await report(deployment, first, { state: "failed", error: "no such address" })).toBe(200);
      const failed = await deployment.until("an item to fail", async () =>
        (await runsOf(deployment, id)).find(({ state }) => state === "Terminated"),
      );
      expect(failed.error).toMatchObject({ code: "callback_failed" });
      await deployment.api.call("POST", `/instances/${encodeURIComponent(id)}/cancel`, { reason: "enough" });
      await inState(deployment, id, "Cancelled");
      expect((await runsOf(deployment, id)).map(({ state }) => state).sort()).toEqual([
        "Cancelled",
        "Terminated",
      ]);
      expect(await report(deployment, second, { state: "succeeded" })).toBe(409);
    });

    test("what a job needs is looked at before it, and what it has made after it", async () => {
      const job = {
        work: code("send"),
        resources: [{ ...service("ledger"), expect: "$.RESOURCE.STATUS == 204" }],
        successCondition: {
          type: "all",
          checks: [{ type: "logic", expression: "$.SELF.RESULT.to == 'all'" }, check("mail")],
        },
      };
      const { deployment, outside, id } = await open([{ id: "one", type: "job", job }], {
        onFailure: "hold",
      });
      const nextFailure = async (count: number, codeWanted: string): Promise<void> => {
        const run = await deployment.until(`failure ${count}`, async () => {
          const path = `/instances/${encodeURIComponent(id)}/task`;
          const { body } = await deployment.api.call<{ task: { phase: string } }>("GET", path);
          // Read after the task, which is held once its run has failed.
          const runs = await runsOf(deployment, id);
          return body.task.phase === "held" && runs.length === count && runs.at(-1);
        });
        expect(run.error).toMatchObject({ code: codeWanted });
      };
      await nextFailure(1, "service_unavailable");
      outside.statuses.set("http://ledger.test", 200);
      await operate(deployment, id, { type: "retryNode", node: "one" });
      await nextFailure(2, "service_unavailable");
      expect(outside.executed).toBe(0);
      outside.statuses.set("http://ledger.test", 204);
      await operate(deployment, id, { type: "retryNode", node: "one" });
      await nextFailure(3, "condition_false");
      expect(outside.executed).toBe(1);
      outside.statuses.set("http://mail.test", 201);
      await operate(deployment, id, { type: "retryNode", node: "one" });
      await inState(deployment, id, "Succeeded");
    });

    test("what a whole task needs is looked at before its first node, in a re-run too", async () => {
      const { deployment, outside, id } = await open(
        [
          { id: "one", type: "job", job: { key: "send" } },
          { id: "alarm", type: "job", job: { key: "send" }, pre: [{ node: "one", on: "ended" }] },
        ],
        { resources: [{ ...service("ledger"), retry: { times: 1, intervalMs: 100 } }] },
      );
      await deployment.elapse(200);
      expect(await inState(deployment, id, "Terminated")).toMatchObject({
        error: { code: "service_unavailable", parameters: { node: "resources", name: "ledger" } },
      });
      const [looked, ...others] = await runsOf(deployment, id);
      expect([looked, others]).toMatchObject([
        { jobKey: "task#resources@1", error: { code: "service_unavailable" } },
        [],
      ]);
      expect(outside.executed).toBe(0);
      outside.statuses.set("http://ledger.test", 200);
      const path = `/instances/${encodeURIComponent(id)}/task/rerun`;
      const rerun = await deployment.api.call<{ instance: RunJson }>("POST", path, { mode: "smart" });
      await inState(deployment, rerun.body.instance.id, "Succeeded");
      const runs = await runsOf(deployment, rerun.body.instance.id);
      expect(runs.map(({ jobKey }) => jobKey)).toEqual(["task#resources@1", "send", "send"]);
      expect(outside.executed).toBe(2);
    });

    test("a run looks at what the version needs with which it began, and moves to none that leaves that out", async () => {
      const { deployment, outside, id } = await open([{ id: "one", type: "job", job: { key: "send" } }], {
        resources: [service("ledger")],
        onFailure: "hold",
      });
      const held = async (runs: number): Promise<boolean> => {
        const path = `/instances/${encodeURIComponent(id)}/task`;
        const { body } = await deployment.api.call<{ task: { phase: string } }>("GET", path);
        return body.task.phase === "held" && (await runsOf(deployment, id)).length === runs;
      };
      await deployment.until("the task to hold", () => held(1));
      const source = JSON.stringify({ engine: 1, nodes: [{ id: "one", type: "job", job: { key: "send" } }] });
      const saved = await deployment.api.call("POST", "/jobs/task/script/versions", {
        source,
        expectedVersion: 1,
      });
      expect(saved.status).toBe(200);
      expect((await operate(deployment, id, { type: "migrate", version: 2 })).status).toBe(409);
      expect((await operate(deployment, id, { type: "retryNode", node: "resources" })).status).toBe(200);
      await deployment.until("the task to hold again", () => held(2));
      outside.statuses.set("http://ledger.test", 200);
      await operate(deployment, id, { type: "retryNode", node: "resources" });
      await inState(deployment, id, "Succeeded");
      expect((await runsOf(deployment, id)).map(({ jobKey }) => jobKey)).toEqual([
        ...Array.from({ length: 3 }, () => "task#resources@1"),
        "send",
      ]);
      const { id: next } = await deployment.api.trigger("task");
      await inState(deployment, next, "Succeeded");
      expect(await runsOf(deployment, next)).toHaveLength(1);
    });
  });
}
