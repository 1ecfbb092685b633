import { toApp } from "@mojob/core/engine";
import type { DispatchBatch, ExecutionRequest, IMoRuntime } from "@mojob/core/ports";
import { describe, expect, test } from "vitest";
import { LocalRetries } from "./local-retries.ts";

function aBatch(...instanceIds: readonly string[]): DispatchBatch {
  const requests = instanceIds.map((instanceId): ExecutionRequest => {
    return { instanceId, jobKey: "job", lane: "job", attempt: 2, priority: 3, dueAt: null };
  });
  return { id: "d", destination: toApp("default", "app"), requests };
}

function aRuntime() {
  const sent: string[] = [];
  const outside: IMoRuntime = {
    dispatch: async (batches) => {
      for (const { requests } of batches) sent.push(...requests.map(({ instanceId }) => instanceId));
    },
    findLost: async () => [],
  };
  const retries = new LocalRetries();
  return { retries, runtime: retries.before(outside), sent };
}

describe("LocalRetries", () => {
  test("keeps the retries its takers take, and dispatches the others", async () => {
    const { retries, runtime, sent } = aRuntime();
    const taken: string[] = [];
    retries.offer(["a", "b"], ({ instanceId }) => {
      taken.push(instanceId);
      return instanceId === "a";
    });
    await runtime.dispatch([aBatch("a", "b", "c")]);
    expect([taken, sent]).toEqual([
      ["a", "b"],
      ["b", "c"],
    ]);
  });

  test("offers them to the latest taker, and to none that has withdrawn", async () => {
    const { retries, runtime, sent } = aRuntime();
    const letGo = retries.offer(["a"], () => false);
    const letGoToo = retries.offer(["a"], () => true);
    letGo();
    await runtime.dispatch([aBatch("a")]);
    expect(sent).toEqual([]);
    letGoToo();
    await runtime.dispatch([aBatch("a")]);
    expect(sent).toEqual(["a"]);
  });
});
