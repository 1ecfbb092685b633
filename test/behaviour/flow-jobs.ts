import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { inState, path } from "./states.ts";

const AMOUNT = "$.SELF.PARAMS.amount";
const BY_AMOUNT = {
  kind: "condition",
  branches: [
    { name: "large", when: `${AMOUNT} > 1000` },
    { name: "some", when: `${AMOUNT} > 0` },
  ],
};
const MINUTE = 60_000;

/** Jobs that choose and jobs that wait, by themselves and in workflows. */
export function describeFlowJobs(harness: DeploymentHarness): void {
  describe(`jobs that choose and wait (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async () => {
      const deployment = await harness.open({ jobs: [] });
      const create = (key: string, work: object) =>
        deployment.api.call<{ errors?: readonly { pointer: string; code: string }[] }>("POST", "/jobs", {
          key,
          app: "behaviour",
          kind: "triggered",
          work,
          options: { retryCount: 2, retryIntervalMs: 1, maxConcurrency: 5 },
        });
      const trigger = async (key: string, args: unknown = null): Promise<string> => {
        const { body } = await deployment.api.call<{ instance: RunJson }>("POST", `/jobs/${key}/instances`, {
          args,
        });
        return body.instance.id;
      };
      return { deployment, create, trigger };
    };

    test("choose by their arguments, and fail at once where nothing holds", async () => {
      const { deployment, create, trigger } = await open();
      expect((await create("choose", BY_AMOUNT)).status).toBe(201);
      expect((await create("all", { ...BY_AMOUNT, all: true })).status).toBe(201);
      expect((await create("else", { ...BY_AMOUNT, else: "none" })).status).toBe(201);
      const result = async (key: string, args: unknown): Promise<unknown> =>
        (await inState(deployment, await trigger(key, args), "Succeeded")).result;
      expect(await result("choose", { amount: 5 })).toEqual({ branches: ["some"] });
      expect(await result("choose", { amount: 5000 })).toEqual({ branches: ["large"] });
      expect(await result("all", { amount: 5000 })).toEqual({ branches: ["large", "some"] });
      expect(await result("else", { amount: 0 })).toEqual({ branches: ["none"] });
      const failed = async (args: unknown): Promise<unknown> =>
        await inState(deployment, await trigger("choose", args), "Terminated");
      expect(await failed({ amount: -1 })).toMatchObject({ attempt: 1, error: { code: "no_branch" } });
      expect(await failed({ amount: "many" })).toMatchObject({
        attempt: 1,
        error: { message: expect.stringContaining(`Cannot evaluate "${AMOUNT} > 1000"`) },
      });
      expect(await failed(null)).toMatchObject({ attempt: 1 });
    });

    test("are refused where they read anything but their arguments", async () => {
      const { create } = await open();
      const branch = (when: string): object => ({ kind: "condition", branches: [{ name: "a", when }] });
      const refusals = [
        [branch("$.JOB['a'].RESULT"), "/work/branches/0/when", "unknown_root"],
        [branch("$.SELF.RESULT > 1"), "/work/branches/0/when", "unknown_of_self"],
        [branch("1 +"), "/work/branches/0/when", "bad_expression"],
        [{ kind: "condition", branches: [] }, "/work/branches", "too_few"],
        [{ kind: "wait", for: {} }, "/work/for/ms", "required"],
        [{ kind: "wait", for: { ms: "1", until: "now()" } }, "/work/for/ms", "unknown_name"],
        [{ kind: "wait", for: { until: "$.TASK.STARTED" } }, "/work/for/until", "unknown_root"],
      ] as const;
      for (const [work, pointer, code] of refusals) {
        const { status, body } = await create("refused", work);
        expect([work, status, body.errors]).toMatchObject([work, 400, [{ pointer, code }]]);
      }
    });

    test("wait as Scheduled, without a retry and without a slot, and can be cancelled", async () => {
      const { deployment, create, trigger } = await open();
      expect((await create("wait", { kind: "wait", for: { ms: "$.SELF.PARAMS.ms" } })).status).toBe(201);
      const [short, long] = [await trigger("wait", { ms: 5000 }), await trigger("wait", { ms: 50 * MINUTE })];
      const waiting = await inState(deployment, short, "Scheduled");
      const begunAt = Date.parse(waiting.history.find(({ to }) => to === "Processing")?.at ?? "");
      const leftMs = Date.parse(waiting.scheduledFor ?? "") - begunAt - 5000;
      expect(leftMs).toBeGreaterThanOrEqual(0);
      expect(leftMs).toBeLessThan(2000);
      await inState(deployment, long, "Scheduled");
      await deployment.api.cancel(long);
      expect(path(await inState(deployment, long, "Cancelled"))).toBe(
        "Enqueued Processing Scheduled Cancelled",
      );
      await deployment.elapse(7000);
      const done = await inState(deployment, short, "Succeeded");
      expect(path(done)).toBe("Enqueued Processing Scheduled Enqueued Processing Succeeded");
      expect(done.result).toEqual({ until: new Date(begunAt + 5000).toISOString() });
    });

    test("do not wait for what is over, and fail at once where no time is meant", async () => {
      const { deployment, create, trigger } = await open();
      expect((await create("until", { kind: "wait", for: { until: "$.SELF.PARAMS.at" } })).status).toBe(201);
      const past = await inState(
        deployment,
        await trigger("until", { at: "2020-01-01T00:00:00Z" }),
        "Succeeded",
      );
      expect(past).toMatchObject({ attempt: 1, result: { until: "2020-01-01T00:00:00.000Z" } });
      for (const at of ["soon", 12, "2999-01-01T00:00:00Z"]) {
        const run = await inState(deployment, await trigger("until", { at }), "Terminated");
        expect(run).toMatchObject({
          attempt: 1,
          error: { message: expect.stringContaining("Cannot wait until") },
        });
      }
    });

    test("are nodes of workflows, and lead on by their results", async () => {
      const { deployment, create, trigger } = await open();
      const own = (id: string, work: object, more: object = {}): object => ({
        id,
        type: "job",
        job: { work, params: [{ name: "amount", type: "number", value: 5 }] },
        ...more,
      });
      const wait = { kind: "wait", for: { ms: "2000" } };
      const body = {
        engine: 1,
        nodes: [own("pause", wait), own("choose", BY_AMOUNT, { pre: [{ node: "pause" }] })],
        results: [{ name: "taken", type: "text", expression: "$.JOB['choose'].RESULT.branches[0]" }],
      };
      const refused = await create("graph", {
        kind: "task",
        body: {
          engine: 1,
          nodes: [
            { id: "a", type: "job", job: { work: wait, ready: BY_AMOUNT } },
            { id: "b", type: "job", job: { work: BY_AMOUNT, end: wait } },
          ],
        },
      });
      expect(refused.body.errors).toMatchObject([
        { pointer: "/work/body/nodes/0/job/ready", code: "excludes" },
        { pointer: "/work/body/nodes/1/job/end", code: "excludes" },
      ]);
      expect((await create("graph", { kind: "task", body })).status).toBe(201);
      const id = await trigger("graph");
      await deployment.until("the wait", async () => {
        const { body: runs } = await deployment.api.call<{ items: readonly RunJson[] }>(
          "GET",
          "/instances?state=Scheduled",
        );
        return runs.items.length > 0;
      });
      await deployment.elapse(3000);
      expect((await inState(deployment, id, "Succeeded")).result).toMatchObject({ taken: "some" });
    });
  });
}
