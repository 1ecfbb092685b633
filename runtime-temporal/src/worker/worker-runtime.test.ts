import type { DispatchBatch, ExecutionRequest, IMoRuntime } from "@mojob/core";
import { describe, expect, test } from "vitest";
import { WorkerRuntime } from "./worker-runtime.ts";

function aBatch(...instanceIds: readonly string[]): DispatchBatch {
  const requests = instanceIds.map((instanceId): ExecutionRequest => {
    return { instanceId, jobKey: "job", attempt: 2, priority: 3, dueAt: null };
  });
  return { id: "d", tenant: "default", app: "app", requests };
}

function aRuntime() {
  const sent: string[] = [];
  const outside: IMoRuntime = {
    dispatch: async (batches) => {
      for (const { requests } of batches) sent.push(...requests.map(({ instanceId }) => instanceId));
    },
    findLost: async () => [],
  };
  return { runtime: new WorkerRuntime(outside), sent };
}

describe("WorkerRuntime", () => {
  test("keeps the retries its takers take, and sends the others out", async () => {
    const { runtime, sent } = aRuntime();
    const taken: string[] = [];
    runtime.keepRetries(["a", "b"], ({ instanceId }) => {
      taken.push(instanceId);
      return instanceId === "a";
    });
    await runtime.dispatch([aBatch("a", "b", "c")]);
    expect([taken, sent]).toEqual([
      ["a", "b"],
      ["b", "c"],
    ]);
  });

  test("asks whoever came last, and nobody that has gone", async () => {
    const { runtime, sent } = aRuntime();
    const letGo = runtime.keepRetries(["a"], () => false);
    const letGoToo = runtime.keepRetries(["a"], () => true);
    letGo();
    await runtime.dispatch([aBatch("a")]);
    expect(sent).toEqual([]);
    letGoToo();
    await runtime.dispatch([aBatch("a")]);
    expect(sent).toEqual(["a"]);
  });
});
