import { carryRequests, requestExecution, toApp } from "@mojob/core/engine";
import type { ExecutionRequest, IMoEventBus } from "@mojob/core/ports";
import { EventBusInMemory } from "@mojob/memory";
import { describe, expect, test } from "vitest";
import { LocalRetries } from "./local-retries.ts";

/** A worker's bus, and what reaches the one behind it. */
function aPlace() {
  const sent: string[] = [];
  const outside: IMoEventBus = carryRequests(new EventBusInMemory(), async ({ payload }) => {
    sent.push(...payload.requests.map(({ instanceId }) => instanceId));
  });
  const retries = new LocalRetries();
  const bus = retries.before(outside);
  const publish = (...instanceIds: readonly string[]): Promise<void> => {
    const requests = instanceIds.map((instanceId): ExecutionRequest => {
      return { instanceId, jobKey: "job", lane: "job", attempt: 2, priority: 3, dueAt: null };
    });
    return requestExecution(bus, "d", { destination: toApp("default", "app"), requests });
  };
  return { retries, publish, sent };
}

describe("LocalRetries", () => {
  test("keeps the retries its takers take, and publishes the others", async () => {
    const { retries, publish, sent } = aPlace();
    const taken: string[] = [];
    retries.offer(["a", "b"], ({ instanceId }) => {
      taken.push(instanceId);
      return instanceId === "a";
    });
    await publish("a", "b", "c");
    expect([taken, sent]).toEqual([
      ["a", "b"],
      ["b", "c"],
    ]);
  });

  test("offers them to the latest taker, and to none that has withdrawn", async () => {
    const { retries, publish, sent } = aPlace();
    const letGo = retries.offer(["a"], () => false);
    const letGoToo = retries.offer(["a"], () => true);
    letGo();
    await publish("a");
    expect(sent).toEqual([]);
    letGoToo();
    await publish("a");
    expect(sent).toEqual(["a"]);
  });
});
