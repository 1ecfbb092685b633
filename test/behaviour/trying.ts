import { defineTriggeredJob, type JobContext } from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState, path } from "./states.ts";

const JOB = { key: "ops/report", app: "behaviour", kind: "triggered" };

function script(source: string): object {
  return { kind: "script", language: "shell", source };
}

/** Runs scripts: what each does stands in its text. */
function createRunner(gates: Gates): IMoWorkRunner<JobContext> {
  return {
    kind: "script",
    names: ["shell"],
    handlers: [],
    canRun: ({ work }) => work.kind === "script",
    run({ definition: { work }, context }) {
      const source = work.kind === "script" ? work.source : "";
      if (source === "wait") return gates.pass(context);
      if (source === "later" && context.attempt === 1) return context.snooze(1000);
      if (source === "fail") throw new Error("told to fail");
      context.log.info(`says ${source}`);
      return Promise.resolve({ source, args: context.args });
    },
  };
}

interface Act {
  readonly kind: string;
  readonly jobKey: string | null;
  readonly madeId: string | null;
  readonly changes: readonly { readonly pointer: string; readonly after: string | null }[];
}

/** Work that is tried before a job has it. */
export function describeTrying(harness: DeploymentHarness): void {
  describe(`trying (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async () => {
      const gates = new Gates();
      const jobs = [defineTriggeredJob({ key: "plain", execute: () => null })];
      const deployment = await harness.open({ jobs, runners: [createRunner(gates)] });
      const tried = async (body: object): Promise<RunJson> => {
        const { status, body: answer } = await deployment.api.call<{ instance: RunJson }>(
          "POST",
          "/jobs/try",
          { app: "behaviour", ...body },
        );
        expect([status, answer]).toEqual([202, expect.anything()]);
        return answer.instance;
      };
      return { deployment, gates, tried };
    };

    const acts = async ({ api }: Deployment): Promise<readonly Act[]> =>
      (await api.call<{ items: readonly Act[] }>("GET", "/history")).body.items;

    test("work runs once on a worker, with its log and result, no list of whole runs has it, and the history says who tried what", async () => {
      const { deployment, tried } = await open();
      const { api } = deployment;
      const { id } = await tried({ work: script("one"), args: { day: 1 } });
      const run = await inState(deployment, id, "Succeeded");
      expect(run).toMatchObject({ result: { source: "one", args: { day: 1 } }, attempt: 1, retryCount: 0 });
      const logs = await api.call<{ items: readonly { message: string }[] }>("GET", `/instances/${id}/logs`);
      expect(logs.body.items.map(({ message }) => message)).toContain("says one");
      const lists = await Promise.all(
        ["/instances?shards=false", "/jobs?search=ops", "/queue", "/failures"].map((list) =>
          api.call("GET", list),
        ),
      );
      expect(JSON.stringify(lists.map(({ body }) => body))).not.toContain(id);
      expect(await acts(deployment)).toMatchObject([
        { kind: "try", jobKey: null, madeId: id, changes: [{ pointer: "/work" }] },
      ]);
      expect(await api.call("POST", `/instances/${id}/rerun`, {})).toMatchObject({ status: 404 });
      expect(await api.call("GET", `/jobs/${encodeURIComponent(run.jobKey)}`)).toMatchObject({ status: 404 });
    });

    test("what is tried of a job leaves the job as it is, and fails without a retry", async () => {
      const { deployment, tried } = await open();
      const { api } = deployment;
      const created = await api.call("POST", "/jobs", {
        ...JOB,
        work: script("saved"),
        argsSchema: { type: "object", properties: { day: { type: "integer" } }, required: ["day"] },
        options: { retryCount: 3, maxConcurrency: 1 },
      });
      expect(created.status).toBe(201);
      const refused = await api.call("POST", "/jobs/try", {
        app: "behaviour",
        jobKey: JOB.key,
        work: script("two"),
        args: { day: "x" },
      });
      expect(refused).toMatchObject({ status: 400, body: { code: "invalid_args" } });
      const { id } = await tried({ jobKey: JOB.key, work: script("fail"), args: { day: 2 } });
      const run = await inState(deployment, id, "Terminated");
      expect(run).toMatchObject({ error: { message: "told to fail" }, attempt: 1 });
      const job = await api.call("GET", `/jobs/${encodeURIComponent(JOB.key)}`);
      expect(job.body).toMatchObject({ revision: 1, work: script("saved") });
      expect(await api.runsOf(JOB.key)).toEqual([]);
      const failures = await api.call<{ items: readonly object[] }>("GET", "/failures");
      expect(failures.body.items).toEqual([]);
      expect((await acts(deployment))[0]).toMatchObject({ kind: "try", jobKey: JOB.key, madeId: id });
    });

    test("a task is tried with its nodes, those of its own too, and is in no list; its mistakes are refused", async () => {
      const { deployment, tried } = await open();
      const { api } = deployment;
      const body = {
        engine: 1,
        params: [{ name: "day", type: "number" }],
        nodes: [
          { id: "first", type: "job", job: { key: "plain" } },
          { id: "own", type: "job", pre: [{ node: "first" }], job: { work: script("one") } },
          {
            id: "each",
            type: "group",
            pre: [{ node: "own" }],
            each: { items: "[1, 2]" },
            nodes: [{ id: "item", type: "job", job: { work: script("item") } }],
          },
        ],
      };
      const { id } = await tried({ work: { kind: "task", body }, args: { day: 1 } });
      await inState(deployment, id, "Succeeded");
      const seen = await api.call<{ task: { nodes: readonly object[] } }>("GET", `/instances/${id}/task`);
      expect(seen.body.task.nodes).toMatchObject([
        { id: "first", status: "Succeeded" },
        { id: "own", status: "Succeeded" },
        { id: "each", status: "Succeeded" },
      ]);
      const lists = await Promise.all(
        ["/instances?shards=false", "/jobs", "/queue"].map((list) => api.call("GET", list)),
      );
      expect(JSON.stringify(lists.map(({ body: list }) => list))).not.toContain(id);
      const wrong = {
        ...body,
        nodes: [{ id: "first", type: "job", job: { key: "plain" }, pre: [{ node: "none" }] }],
      };
      const refused = await api.call("POST", "/jobs/try", {
        app: "behaviour",
        work: { kind: "task", body: wrong },
      });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/work/body/nodes/0/pre/0/node" }] },
      });
    });

    test("a task is refused at once where no worker has what one of its nodes runs: its node is named, and what it needs", async () => {
      const { deployment } = await open();
      const { api } = deployment;
      const python = { work: { kind: "script", language: "python", source: "1" } };
      const stored = await api.call("POST", "/jobs", {
        ...JOB,
        key: "ops/inner",
        work: { kind: "task", body: { engine: 1, nodes: [{ id: "deep", type: "job", job: python }] } },
      });
      expect(stored.status).toBe(201);
      const nodes = [
        { id: "plain", type: "job", job: { key: "plain" } },
        { id: "own", type: "job", job: python },
        { id: "box", type: "group", nodes: [{ id: "inner", type: "job", job: { work: script("x") } }] },
        { id: "sub", type: "task", key: "ops/inner" },
        { id: "code", type: "job", job: { work: { kind: "code", handler: "later" } } },
        { id: "apart", type: "task", key: "ops/inner", wait: false },
      ];
      const refused = await api.call<{ errors: readonly object[] }>("POST", "/jobs/try", {
        app: "behaviour",
        work: { kind: "task", body: { engine: 1, nodes } },
      });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ code: "invalid_argument" });
      const issue = (index: number, node: string, needs: string): object => ({
        pointer: `/work/body/nodes/${index}`,
        code: "no_runner",
        message: expect.stringContaining(`"${node}" needs ${needs},`),
      });
      expect(refused.body.errors).toEqual([
        expect.objectContaining(issue(1, "own", "script python")),
        expect.objectContaining(issue(4, "code", "code later")),
        expect.objectContaining(issue(3, "sub/deep", "script python")),
      ]);
    });

    test("it is cancelled like any run, and goes on after a snooze, also while its app is stopped", async () => {
      const { deployment, gates, tried } = await open();
      const { api } = deployment;
      expect((await api.call("POST", "/apps/behaviour/stop", {})).status).toBeLessThan(300);
      const held = await tried({ work: script("wait") });
      await gates.entered(held.id);
      expect((await api.cancel(held.id)).status).toBe(202);
      expect(path(await inState(deployment, held.id, "Cancelled"))).toBe("Enqueued Processing Cancelled");
      const snoozed = await tried({ work: script("later") });
      await inState(deployment, snoozed.id, "Scheduled");
      await deployment.elapse(2000);
      expect(await inState(deployment, snoozed.id, "Succeeded")).toMatchObject({ attempt: 2 });
    });

    test("what no worker of the app takes, or a job alone can have, is refused with a pointer", async () => {
      const { deployment } = await open();
      const attempt = async (body: object) =>
        (await deployment.api.call("POST", "/jobs/try", { app: "behaviour", ...body })).body;
      const http = {
        kind: "http",
        method: "GET",
        url: "https://a.test/",
        headers: {},
        body: null,
        success: null,
      };
      const at = (member: string) => ({ code: "invalid_argument", errors: [{ pointer: `/work${member}` }] });
      expect(await attempt({ work: http })).toMatchObject(at("/kind"));
      expect(await attempt({ work: { kind: "code", handler: "plain" } })).toMatchObject(at("/kind"));
      expect(await attempt({ work: { kind: "script", language: "shell" } })).toMatchObject(at("/source"));
      expect(await attempt({ jobKey: "plain", app: "other", work: script("x") })).toMatchObject({
        code: "invalid_argument",
        errors: [{ pointer: "/app" }],
      });
      expect(await attempt({ jobKey: "none", work: script("x") })).toMatchObject({ code: "job_not_found" });
    });
  });
}
