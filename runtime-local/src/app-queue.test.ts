import { aDefinition } from "@mojob/contract-tests";
import type { ExecutionRequest } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { AppQueue, type LocalWorker } from "./app-queue.ts";

/** A worker that takes these jobs, and counts what it was given. */
function aWorker(id: string, jobKeys: readonly string[], capacity = Infinity): LocalWorker {
  return {
    id,
    capacity,
    canRun: ({ key }) => jobKeys.includes(key),
    execute: () => Promise.resolve(),
    holds: () => false,
  };
}

function aRequest(instanceId: string, jobKey: string, priority = 3): ExecutionRequest {
  return { instanceId, jobKey, lane: jobKey, attempt: 1, priority, dueAt: null };
}

function aQueue(...workers: readonly LocalWorker[]): AppQueue {
  const queue = new AppQueue((keys) =>
    Promise.resolve(
      new Map(keys.filter((key) => key !== "deleted").map((key) => [key, aDefinition({ key })])),
    ),
  );
  for (const worker of workers) queue.connect(worker);
  return queue;
}

/** Who is given which runs, and whose runs are nobody's. */
async function taken(queue: AppQueue): Promise<Readonly<Record<string, readonly string[]>>> {
  const { shares, nobodys } = await queue.take();
  const ids = (requests: readonly ExecutionRequest[]): readonly string[] =>
    requests.map(({ instanceId }) => instanceId);
  return {
    ...Object.fromEntries(shares.map(({ worker, requests }) => [worker.id, ids(requests)])),
    ...(nobodys.length > 0 && { nobody: ids(nobodys) }),
  };
}

describe("AppQueue", () => {
  it("gives one worker what it has room for at once, by priority and arrival", () => {
    const queue = aQueue(aWorker("a", [], 2));
    queue.add(aRequest("1", "x"), null);
    queue.add(aRequest("2", "x"), null);
    queue.add(aRequest("urgent", "y", 1), null);
    expect(queue.takeAtOnce()?.requests.map(({ instanceId }) => instanceId)).toEqual(["urgent", "1"]);
  });

  it("gives several workers each what it can run, and shares out what both can", async () => {
    const queue = aQueue(aWorker("a", ["x", "both"]), aWorker("b", ["y", "both"]));
    expect(queue.takeAtOnce()).toBeNull();
    for (const key of ["x", "y", "both", "both"]) queue.add(aRequest(key, key), null);
    const shares = await taken(queue);
    expect(shares["a"]).toHaveLength(2);
    expect(shares["b"]).toHaveLength(2);
    expect(queue.isEmpty).toBe(true);
  });

  it("keeps what waits for a full worker from holding up what another can run", async () => {
    const queue = aQueue(aWorker("full", ["x"], 0), aWorker("free", ["y"], 1));
    for (const [id, key] of [
      ["1", "x"],
      ["2", "x"],
      ["3", "y"],
    ] as const)
      queue.add(aRequest(id, key), null);
    expect(await taken(queue)).toEqual({ free: ["3"] });
    expect(queue.isEmpty).toBe(false);
  });

  it("keeps priority and arrival across jobs", async () => {
    const queue = aQueue(aWorker("a", ["x", "y"], 3), aWorker("b", []));
    queue.add(aRequest("1", "x"), null);
    queue.add(aRequest("2", "y"), null);
    queue.add(aRequest("3", "x"), null);
    queue.add(aRequest("urgent", "y", 1), null);
    expect(await taken(queue)).toEqual({ a: ["urgent", "1", "2"] });
  });

  it("gives a run that is for one worker to that one alone, and to nobody once it has left", async () => {
    const [a, b] = [aWorker("a", ["x"]), aWorker("b", ["x"])];
    const queue = aQueue(a, b);
    queue.add(aRequest("1", "x"), "b");
    expect(await taken(queue)).toEqual({ b: ["1"] });
    queue.add(aRequest("2", "x"), "b");
    queue.disconnect(b);
    expect(await taken(queue)).toEqual({ nobody: ["2"] });
  });

  it("leaves to nobody what no worker here runs, and gives runs of a deleted job to anybody", async () => {
    const queue = aQueue(aWorker("a", ["x"]), aWorker("b", ["x"]));
    queue.add(aRequest("1", "unknown"), null);
    queue.add(aRequest("2", "deleted"), null);
    const { nobody, ...given } = await taken(queue);
    expect([nobody, Object.values(given)]).toEqual([["1"], [["2"]]]);
  });

  it("takes over what waited for its one worker when a second one comes", async () => {
    const queue = aQueue(aWorker("a", ["x"], 0));
    queue.add(aRequest("1", "x"), null);
    queue.connect(aWorker("b", ["x"]));
    expect(await taken(queue)).toEqual({ b: ["1"] });
  });
});
