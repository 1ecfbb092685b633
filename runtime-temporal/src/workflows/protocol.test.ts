import { expect, test } from "vitest";
import { batchWorkflowId } from "./protocol.ts";

test("runs of one dispatch share a workflow by priority and by the second they are due in", () => {
  const ids = [
    batchWorkflowId("d", 3, null),
    batchWorkflowId("d", 1, null),
    batchWorkflowId("d", 3, 5999),
    batchWorkflowId("d", 3, 6000),
  ];
  expect(new Set(ids).size).toBe(4);
  expect(batchWorkflowId("d", 3, 5000)).toBe(batchWorkflowId("d", 3, 5999));
});
