import { schedulerWorkflowId } from "@mojob/core/engine";
import { createId, systemClock } from "@mojob/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { startCluster } from "../fixtures/cluster.ts";
import { until } from "../fixtures/until.ts";
import { orchestratorQueue } from "./client/mod.ts";
import { startControlPlane } from "./control-plane/mod.ts";

const BACKLOG = 400;
/** Each tenth of them. */
const SAMPLE = Array.from({ length: BACKLOG / 10 }, (_, index) => index * 10);

test("behind a backlog of runs, the scheduler of a tenant goes first: what is due is fired all the same", async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.close());
  const shared = cluster.tenant();
  const { workflow } = cluster.connection.client;
  const id = createId(systemClock.now());
  // Nobody runs workflows yet, so that all of these wait in the order in which they came.
  await Promise.all(
    Array.from({ length: BACKLOG }, (_, index) =>
      workflow.start("runJobInstance", {
        args: [{ jobKey: "unknown", args: index }],
        taskQueue: orchestratorQueue(shared.tenant),
        workflowId: `${id}-${index}`,
      }),
    ),
  );
  const plane = await startControlPlane(shared);
  onTestFinished(() => plane.close());
  const begunAt = async (one: string): Promise<number> => {
    const { events } = await workflow.getHandle(one).fetchHistory();
    const begun = events?.find(({ workflowTaskStartedEventAttributes: task }) => task != null);
    return Number(begun?.eventTime?.seconds ?? NaN) * 1000 + (begun?.eventTime?.nanos ?? 0) / 1e6;
  };
  const scheduler = await until("the scheduler to begin", async () => {
    const at = await begunAt(schedulerWorkflowId(shared.tenant)).catch(() => NaN);
    return !Number.isNaN(at) && at;
  });
  const others = await Promise.all(SAMPLE.map((index) => begunAt(`${id}-${index}`)));
  expect(others.filter((at) => at < scheduler).length).toBeLessThan(SAMPLE.length / 2);
});
