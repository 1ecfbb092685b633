import { expect, test } from "vitest";
import { batchWorkflowId, instanceIdOf, orchestratorQueue, runWorkflowId } from "./protocol.ts";

test.each([
  ["default", "mail#order-17", "mail#order-17"],
  ["acme", "mail#order-17", "acme|mail#order-17"],
  ["acme", "mail#a|b", "acme|mail#a|b"],
])("in tenant %s run %s has workflow %s, and back", (tenant, instanceId, workflowId) => {
  expect(runWorkflowId(tenant, instanceId)).toBe(workflowId);
  expect(instanceIdOf(tenant, workflowId)).toBe(instanceId);
});

test.each([
  ["default", "acme|run"],
  ["acme", "run"],
  ["acme", "acme|"],
  ["acme", "acme2|run"],
])("tenant %s has no run for workflow %s", (tenant, workflowId) => {
  expect(instanceIdOf(tenant, workflowId)).toBeNull();
});

test("runs of one dispatch share a workflow by urgency and by the second they are due in", () => {
  const ids = [
    batchWorkflowId("d", 3, null),
    batchWorkflowId("d", 1, null),
    batchWorkflowId("d", 3, 5999),
    batchWorkflowId("d", 3, 6000),
  ];
  expect(new Set(ids).size).toBe(4);
  expect(batchWorkflowId("d", 3, 5000)).toBe(batchWorkflowId("d", 3, 5999));
});

test("no app's queue is a tenant's orchestrator queue", () => {
  expect(orchestratorQueue("a.b")).toBe("mojob:a.b");
});
