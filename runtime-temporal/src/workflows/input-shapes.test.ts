import { describe, expect, test } from "vitest";
import { assertJobBatch, assertSchedulerInput, isAddressedRun } from "./input-shapes.ts";

const request = { instanceId: "run", jobKey: "job", lane: "job", attempt: 1, priority: 3, dueAt: null };
const destination = { tenant: "default", app: "mail", executor: null };
const address = { destination };

describe("the input of a workflow", () => {
  test.each([
    undefined,
    null,
    7,
    {},
    { ...address, requests: [] },
    { ...address, requests: [{}] },
    { requests: [request] },
  ])("%j is no batch", (input) => {
    expect(() => assertJobBatch(input)).toThrow(expect.objectContaining({ nonRetryable: true }));
  });

  test.each([
    undefined,
    { jobKey: "job" },
    { destination: 7, request: null },
    { destination: { ...destination, executor: 7 }, request },
    { ...address, request: {} },
    { ...address, request: { ...request, dueAt: "tomorrow" } },
    { ...address, request: { ...request, attempt: "1" } },
  ])("%j is no addressed run", (input) => {
    expect(isAddressedRun(input)).toBe(false);
  });

  test("is what the dispatcher writes", () => {
    const dueAt = "2026-03-02T10:00:00.000Z";
    expect(isAddressedRun({ ...address, request: { ...request, dueAt } })).toBe(true);
    // As histories of earlier versions have it.
    expect(isAddressedRun({ destination: { ...destination, shard: null }, request })).toBe(true);
    expect(() => assertJobBatch({ ...address, requests: [request] })).not.toThrow();
    expect(() => assertSchedulerInput({ tenant: "default" })).not.toThrow();
    expect(() => assertSchedulerInput(undefined)).toThrow("tenant");
  });
});
