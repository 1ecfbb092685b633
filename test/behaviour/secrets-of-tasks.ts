import { gunzipSync } from "node:zlib";
import { defineTriggeredJob, type JobContext, type JobRegistration } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const VALUE = "correct horse battery";
const SHOWN = /horse|Y29ycmVjdC|NvcnJlY3Q|jb3JyZWN0/;

const param = (expression: string): object => ({ name: "token", expression });
const SECRET = param("$.SECRET['API_TOKEN']");

/** Secrets that the bodies of tasks give their nodes. */
export function describeSecretsOfTasks(harness: DeploymentHarness): void {
  describe(`secrets of tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async () => {
      const given: string[] = [];
      const jobs: readonly JobRegistration[] = [
        defineTriggeredJob({
          key: "use",
          maxConcurrency: null,
          execute: (args: { token: unknown; fail?: boolean }, { log, progress }: JobContext) => {
            given.push(JSON.stringify(args.token));
            log.info(`token ${String(args.token)}`);
            progress(0.5, `with ${String(args.token)}`);
            if (args.fail === true) throw new Error(`refused ${String(args.token)}`);
            return { token: args.token };
          },
        }),
        defineTriggeredJob({ key: "look-alike", execute: () => ({ $secret: "API_TOKEN" }) }),
      ];
      const deployment = await harness.open({ jobs });
      return { deployment, tasks: new TaskCalls(deployment), given };
    };

    const keep = async (deployment: Deployment, name = "API_TOKEN"): Promise<void> => {
      const body = { app: "behaviour", name, value: VALUE };
      expect((await deployment.api.call("POST", "/secrets", body)).status).toBe(201);
    };

    /** All that is said of a task and the runs of its nodes. */
    const allOf = async (deployment: Deployment, tasks: TaskCalls, id: string): Promise<string> => {
      const texts: unknown[] = [await deployment.api.run(id)];
      for (const path of ["/task", "/task/log", "/task/state?at=3", "/children"])
        texts.push((await tasks.call("GET", id, path)).body);
      for (const run of await tasks.runs(id)) {
        texts.push(await deployment.api.run(run.id), (await tasks.call("GET", run.id, "/logs")).body);
      }
      const file = await deployment.api.download(`/instances/${encodeURIComponent(id)}/task/export`);
      texts.push(gunzipSync(file).toString("utf8"));
      return JSON.stringify(texts);
    };

    test("are in the arguments of the code alone, in each attempt and each item, and in nothing that is kept", async () => {
      const { deployment, tasks, given } = await open();
      await keep(deployment);
      await tasks.create("task", {
        nodes: [
          { id: "plain", type: "job", job: { key: "use" }, params: [SECRET] },
          {
            id: "own",
            type: "job",
            job: {
              work: { kind: "code", handler: "use" },
              params: [{ name: "token", type: "text", secret: true }],
            },
            params: [SECRET],
            retry: { times: 1, intervalMs: 0 },
          },
          {
            id: "each",
            type: "job",
            job: { key: "use" },
            each: { sets: [[SECRET], [{ name: "token", value: "open" }]] },
          },
          {
            id: "broken",
            type: "job",
            job: { key: "use" },
            params: [SECRET, { name: "fail", value: true }],
            allowFailure: true,
          },
          {
            id: "reads",
            type: "job",
            job: { key: "use" },
            pre: [{ node: "plain" }],
            params: [param("$.JOB['plain'].PARAMS.token")],
          },
        ],
        results: [{ name: "token", type: "json", expression: "$.JOB['plain'].RESULT.token" }],
      });
      const { id } = await deployment.api.trigger("task");
      const run = await inState(deployment, id, "Succeeded");
      expect(run.result).toEqual({ token: "***" });
      const secret = JSON.stringify(VALUE);
      expect(given.toSorted()).toEqual(
        [secret, secret, secret, secret, '"open"', '{"$secret":"API_TOKEN"}'].toSorted(),
      );
      const all = await allOf(deployment, tasks, id);
      expect(all).not.toMatch(SHOWN);
      expect(all).toContain("refused ***");
      const [plain] = (await tasks.runs(id)).filter(({ jobKey }) => jobKey === "use");
      const again = await tasks.call<object>("POST", plain?.id ?? "", "/rerun", {});
      expect(again).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/args", code: "secret_of_task" }] },
      });
      const { body } = await deployment.api.call<{ items: readonly object[] }>("GET", "/secrets");
      expect(body.items).toMatchObject([{ name: "API_TOKEN", usedBy: ["task"] }]);
    });

    test("are opened for nothing that only looks like a reference", async () => {
      const { deployment, tasks, given } = await open();
      await keep(deployment);
      await tasks.create("task", {
        params: [{ name: "token", type: "json" }],
        nodes: [
          { id: "gives", type: "job", job: { key: "look-alike" } },
          {
            id: "result",
            type: "job",
            job: { key: "use" },
            pre: [{ node: "gives" }],
            params: [param("$.JOB['gives'].RESULT")],
          },
          { id: "given", type: "job", job: { key: "use" }, params: [param("$.TASK.PARAMS.token")] },
          {
            id: "value",
            type: "job",
            job: { key: "use" },
            params: [{ name: "token", value: { $secret: "API_TOKEN" } }],
          },
        ],
      });
      const { id } = await deployment.api.trigger("task", { args: { token: { $secret: "API_TOKEN" } } });
      await inState(deployment, id, "Succeeded");
      expect(new Set(given)).toEqual(new Set(['{"$secret":"API_TOKEN"}']));
      expect(await allOf(deployment, tasks, id)).not.toMatch(SHOWN);
    });

    test("that do not exist fail their node by name, and its code is not executed", async () => {
      const { deployment, tasks, given } = await open();
      await keep(deployment, "OTHER");
      await tasks.create("task", {
        nodes: [{ id: "a", type: "job", job: { key: "use" }, params: [SECRET] }],
      });
      const { id } = await deployment.api.trigger("task");
      await inState(deployment, id, "Terminated");
      const [run] = await tasks.runs(id);
      expect(await deployment.api.run(run?.id ?? "")).toMatchObject({
        error: { code: "secret_missing", message: expect.stringContaining("API_TOKEN") },
      });
      expect(given).toEqual([]);
    });
  });
}
