import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { type RunFile, readRunFile } from "@mojob/tasks/replay";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState } from "./states.ts";
import { TaskCalls, type TaskJson } from "./task-calls.ts";

const param = (expression: string): object => ({ name: "to", expression });
const VARS = [{ name: "to", type: "text", expression: "'ada'" }];

interface Edited {
  readonly revision: number;
  readonly value: unknown;
  readonly useCount: number;
  readonly uses: readonly object[];
  readonly code?: string;
}

interface Moment {
  readonly seq: number;
  readonly lastSeq: number;
  readonly at: string | null;
  readonly task: TaskJson;
}

/** What people see and change of a task while it runs, and what they take away of it. */
export function describeContextsOfTasks(harness: DeploymentHarness): void {
  describe(`contexts of tasks (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (nodes: readonly object[]) => {
      const gates = new Gates();
      const jobs: readonly JobRegistration[] = [
        defineTriggeredJob({
          key: "gate",
          maxConcurrency: null,
          execute: async (args: { to?: string } | null, context) => {
            context.log.info(`to ${args?.to ?? "nobody"}`);
            await gates.pass(context);
            return { to: args?.to ?? null };
          },
        }),
      ];
      const deployment = await harness.open({ jobs });
      const tasks = new TaskCalls(deployment);
      await tasks.create("task", { vars: VARS, nodes });
      const { id } = await deployment.api.trigger("task");
      return { deployment, tasks, gates, id };
    };

    const edit = (tasks: TaskCalls, id: string, etag: string | null, body: object = {}) =>
      tasks.call<Edited>(
        "PATCH",
        id,
        "/task/context",
        { path: ["VARS", "to"], value: "bob", reason: "wrong", ...body },
        etag === null ? {} : { "if-match": etag },
      );

    const waiting = (deployment: Deployment, tasks: TaskCalls, id: string): Promise<TaskJson> =>
      deployment.until("the wait to begin", async () => {
        const task = await tasks.read(id);
        return task.nodes.some(({ status }) => status === "Waiting") && task;
      });

    test("a value is changed as it was looked at, says what it was given to, and holds for what begins later", async () => {
      const { deployment, tasks, gates, id } = await open([
        { id: "early", type: "job", job: { key: "gate" }, params: [param("$.VARS.to")] },
        { id: "ask", type: "wait", for: { signal: "go" } },
        {
          id: "late",
          type: "job",
          job: { key: "gate" },
          pre: [{ node: "ask" }],
          params: [param("$.VARS.to")],
        },
      ]);
      const early = await tasks.running(id, "gate");
      await waiting(deployment, tasks, id);
      const etag = (await tasks.call("GET", id, "/task")).headers.get("etag");
      const uses = [{ node: "early", as: "params", name: "to", value: "ada", runId: early.id }];
      expect((await edit(tasks, id, null)).status).toBe(428);
      expect(await edit(tasks, id, etag, { dryRun: true })).toMatchObject({
        status: 200,
        body: { value: "ada", useCount: 1, uses },
      });
      const saved = await edit(tasks, id, etag);
      expect(saved).toMatchObject({ status: 200, body: { value: "ada", useCount: 1, uses } });
      expect(await edit(tasks, id, etag, { value: "cho" })).toMatchObject({
        status: 412,
        body: { code: "stale_revision", parameters: { value: "bob" } },
      });
      // Steps of the task's own meanwhile are no change of the value.
      gates.succeed(early.id);
      await inState(deployment, early.id, "Succeeded");
      expect(await edit(tasks, id, saved.headers.get("etag"), { value: "cho" })).toMatchObject({
        status: 200,
      });
      await tasks.call("POST", id, "/task/operations", { type: "signal", signal: "go" });
      const late = await tasks.running(id, "gate");
      expect((await deployment.api.run(late.id)).args).toEqual({ to: "cho" });
      gates.succeed(late.id);
      await inState(deployment, id, "Succeeded");
      expect((await edit(tasks, id, saved.headers.get("etag"))).status).toBe(409);
    });

    test("of edits that two people make at once one is made, and the other one is told of it", async () => {
      const { deployment, tasks, id } = await open([{ id: "ask", type: "wait", for: { signal: "go" } }]);
      await waiting(deployment, tasks, id);
      const etag = (await tasks.call("GET", id, "/task")).headers.get("etag");
      const values = ["bob", "cho", "dan"];
      const answers = await Promise.all(values.map((value) => edit(tasks, id, etag, { value })));
      expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(["200", "412", "412"]);
      const { body } = await tasks.call<{ items: readonly { type: string; value?: unknown }[] }>(
        "GET",
        id,
        "/task/log",
      );
      const made = body.items.filter(({ type }) => type === "edited").map(({ value }) => value);
      expect(made).toEqual(values.filter((_, index) => answers[index]?.status === 200));
    });

    test("it is shown as it stood after any fact and at any time, and exported whole", async () => {
      const { deployment, tasks, gates, id } = await open([
        { id: "early", type: "job", job: { key: "gate" } },
        { id: "ask", type: "wait", for: { signal: "go" }, pre: [{ node: "early" }] },
        {
          id: "late",
          type: "job",
          job: { key: "gate" },
          pre: [{ node: "ask" }],
          params: [param("$.VARS.to")],
        },
      ]);
      const early = await tasks.running(id, "gate");
      gates.succeed(early.id);
      await waiting(deployment, tasks, id);
      await deployment.elapse(1000);
      const between = deployment.now().toISOString();
      await deployment.elapse(1000);
      const half = await exported(deployment, id);
      await tasks.call("POST", id, "/task/operations", { type: "signal", signal: "go" });
      const late = await tasks.running(id, "gate");
      gates.succeed(late.id);
      await inState(deployment, id, "Succeeded");
      const at = async (moment: string): Promise<Moment> =>
        (await tasks.call<Moment>("GET", id, `/task/state?at=${encodeURIComponent(moment)}`)).body;
      const states = ({ task }: Moment): readonly (string | null)[] => task.nodes.map(({ status }) => status);
      expect(states(await at("0"))).toEqual([null, null, null]);
      const then = await at(between);
      expect(states(then)).toEqual(["Succeeded", "Waiting", null]);
      expect(await at(String(then.seq))).toEqual(then);
      const last = await at(String(then.lastSeq));
      expect(last.task).toEqual(await tasks.read(id));
      expect((await tasks.call("GET", id, "/task/state?at=yesterday")).status).toBe(400);
      expect(half.facts).toHaveLength(then.seq);
      const file = await exported(deployment, id);
      const { body: log } = await tasks.call<{ items: readonly object[] }>("GET", id, "/task/log");
      expect(file.facts).toEqual(log.items);
      expect(file.instance).toEqual(await deployment.api.run(id));
      expect(file.runs.get(late.id)).toEqual(await deployment.api.run(late.id));
      expect([...file.runs.keys()].toSorted()).toEqual([early.id, late.id].toSorted());
      expect(file.logs.get(late.id)).toMatchObject([{ message: "to ada" }]);
    });

    const exported = async (deployment: Deployment, id: string): Promise<RunFile> => {
      const file = await deployment.api.download(`/instances/${encodeURIComponent(id)}/task/export`);
      return readRunFile(
        new Blob([Uint8Array.from(file)]).stream().pipeThrough(new DecompressionStream("gzip")),
      );
    };
  });
}
