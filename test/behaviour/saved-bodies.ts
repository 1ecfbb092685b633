import type { JobContext, JobDefinition } from "@mojob/core";
import type { IMoWorkRunner, WorkAttempt } from "@mojob/core/ports";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { inState } from "./states.ts";

interface Checked {
  readonly issues: readonly { readonly pointer: string; readonly code: string }[];
  readonly warnings: Checked["issues"];
}

/** What is said of bodies as they are checked and saved, and what their runs are given. */
export function describeSavedBodies(harness: DeploymentHarness): void {
  describe(`saved bodies (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async () => {
      const requests: unknown[] = [];
      const runner = {
        kind: "http",
        names: [],
        handlers: [],
        canRun: ({ work }: JobDefinition) => work.kind === "http",
        run: ({ definition }: WorkAttempt) => Promise.resolve(void requests.push(definition.work)),
      } as unknown as IMoWorkRunner<JobContext>;
      const deployment = await harness.open({ jobs: [], runners: [runner] });
      const create = (key: string, work: object) =>
        deployment.api.call<Partial<Checked>>("POST", "/jobs", {
          key,
          app: "behaviour",
          kind: "triggered",
          work,
        });
      const check = async (body: object): Promise<Checked> =>
        (await deployment.api.call<Checked>("POST", "/tasks/validate", { body })).body;
      return { deployment, requests, create, check };
    };

    const codesOf = (issues: Checked["issues"] = []): readonly string[] =>
      issues.map(({ pointer, code }) => `${pointer} ${code}`);

    test("work in a body has the defaults of the work of a job, in every phase and in groups", async () => {
      const { deployment, requests, create, check } = await open();
      const work = { kind: "http", method: "POST", url: "http://127.0.0.1:9/" };
      const node = (id: string): object => ({ id, type: "job", job: { work, ready: work, end: work } });
      const body = {
        engine: 1,
        nodes: [
          node("a"),
          { id: "box", type: "group", nodes: [node("b")] },
          { id: "each", type: "group", each: { items: "[1]" }, nodes: [node("c")] },
        ],
      };
      expect(await check(body)).toMatchObject({ issues: [] });
      expect((await create("plain", work)).status).toBe(201);
      expect((await create("task", { kind: "task", body })).status).toBe(201);
      const tried = await deployment.api.call("POST", "/jobs/try", {
        app: "behaviour",
        work: { kind: "task", body },
      });
      expect(tried.status).toBe(202);
      await inState(deployment, (await deployment.api.trigger("plain")).id, "Succeeded");
      await inState(deployment, (await deployment.api.trigger("task")).id, "Succeeded");
      const whole = { ...work, headers: {}, body: null, success: null };
      await deployment.until("the try to end", async () => requests.length === 19);
      expect(requests).toEqual(Array.from({ length: 19 }, () => whole));
    });

    test("a job that does not exist is pointed out where the body is checked and where it is saved", async () => {
      const { create, check } = await open();
      const body = { engine: 1, nodes: [{ id: "a", type: "job", job: { key: "nobody" } }] };
      const { issues, warnings } = await check(body);
      expect([codesOf(issues), codesOf(warnings)]).toEqual([[], ["/nodes/0/job/key unknown_job"]]);
      const { status, body: made } = await create("task", { kind: "task", body });
      expect([status, codesOf(made.warnings)]).toEqual([201, ["/nodes/0/job/key unknown_job"]]);
    });

    test("a mistake beside a job that does not exist is refused, where it is checked and where it is saved", async () => {
      const { create, check } = await open();
      const nested = { kind: "task", body: { engine: 1, nodes: [] } };
      const body = {
        engine: 1,
        nodes: [
          { id: "a", type: "job", job: { key: "nobody" } },
          { id: "b", type: "job", job: { work: nested, ready: nested } },
        ],
      };
      expect(codesOf((await check(body)).issues)).not.toEqual([]);
      expect((await create("task", { kind: "task", body })).status).toBe(400);
    });
  });
}
