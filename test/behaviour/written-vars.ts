import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { TaskCalls } from "./task-calls.ts";

const BODY = {
  vars: [
    { name: "page", type: "number", expression: "1" },
    { name: "rows", type: "number", expression: "0" },
  ],
  nodes: [
    {
      id: "more",
      type: "condition",
      pre: [{ node: "fetch" }],
      branches: [{ name: "yes", when: "$.VARS.page > 0" }],
      else: "no",
      loop: { maxVisits: 9 },
    },
    {
      id: "fetch",
      type: "job",
      job: { key: "fetch" },
      pre: [{ node: "more", branch: "yes" }],
      params: [{ name: "page", expression: "$.VARS.page" }],
      vars: [
        { name: "page", expression: "$.SELF.RESULT.next" },
        { name: "rows", expression: "$.VARS.rows + $.SELF.RESULT.rows" },
      ],
    },
  ],
  results: [{ name: "rows", type: "number", expression: "$.VARS.rows" }],
};

/** Values that nodes hand on by writing variables. */
export function describeWrittenVars(harness: DeploymentHarness): void {
  describe(`written variables (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test("a loop hands values on by variables, and a re-run goes on with them", async () => {
      const pages: number[] = [];
      let fails = true;
      const fetch = defineTriggeredJob({
        key: "fetch",
        execute: ({ page }: { page: number }) => {
          pages.push(page);
          if (page === 3 && fails) throw new Error("There is no page 3 yet");
          return { next: page < 4 ? page + 1 : 0, rows: 10 * page };
        },
      });
      const deployment = await harness.open({ jobs: [fetch] });
      const tasks = new TaskCalls(deployment);
      await tasks.create("task", BODY);
      const { id } = await deployment.api.trigger("task");
      await deployment.until("the third page to fail", async () => {
        const { state } = await deployment.api.run(id);
        return state === "Terminated";
      });
      fails = false;
      const again = await tasks.call<{ instance: { id: string } }>("POST", id, "/task/rerun", {
        mode: "smart",
      });
      expect(again.status).toBe(202);
      const run = await deployment.until("the re-run to end", async () => {
        const one = await deployment.api.run(again.body.instance.id);
        return one.state === "Succeeded" && one;
      });
      expect(run.result).toEqual({ rows: 100 });
      expect(pages).toEqual([1, 2, 3, 3, 4]);
    });
  });
}
