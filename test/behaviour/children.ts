import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { inState } from "./states.ts";

/** Child jobs: the end of a run starts runs of other jobs. */
export function describeChildren(harness: DeploymentHarness): void {
  describe(`child jobs (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const childOf = (deployment: Deployment, id: string, jobKey: string): Promise<RunJson> =>
      deployment.until(`the run of ${jobKey} that ${id} starts`, async () => {
        const { body } = await deployment.api.call<{ items: readonly RunJson[] }>(
          "GET",
          `/instances/${encodeURIComponent(id)}/children`,
        );
        return body.items.find((run) => run.jobKey === jobKey) ?? false;
      });

    test("the end of a run starts its job's children, and theirs, with arguments of the run", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "close",
            children: [
              { job: "report", args: { total: "{result.total}", of: "{args.month}" } },
              { job: "page", on: "failure", args: "{error.message}" },
            ],
            execute: ({ month }: { month: string }) => {
              if (month === "none") throw new Error("no such month");
              return { total: 12 };
            },
          }),
          defineTriggeredJob({
            key: "report",
            children: [{ job: "nightly" }],
            execute: (args: unknown) => args,
          }),
          defineTriggeredJob({ key: "page", execute: (args: unknown) => args }),
          defineRecurringJob({ key: "nightly", execute: () => "done" }),
        ],
      });
      const closed = await deployment.api.trigger("close", { args: { month: "2026-02" } });
      const report = await childOf(deployment, closed.id, "report");
      expect(report.trigger).toMatchObject({ type: "parent", of: closed.id });
      expect(await inState(deployment, report.id, "Succeeded")).toMatchObject({
        result: { total: 12, of: "2026-02" },
      });
      const nightly = await childOf(deployment, report.id, "nightly");
      await inState(deployment, nightly.id, "Succeeded");
      const failed = await deployment.api.trigger("close", { args: { month: "none" } });
      const page = await childOf(deployment, failed.id, "page");
      expect(await inState(deployment, page.id, "Succeeded")).toMatchObject({ result: "no such month" });
    });
  });
}
