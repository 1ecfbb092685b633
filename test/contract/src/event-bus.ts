import type { IMoEventBus } from "@mojob/core/ports";
import type { ContractRunner } from "./contract-runner.ts";
import type { EventBusHarness } from "./event-bus-harness.ts";
import { describeBroadcast } from "./event-bus/broadcast.ts";
import { describeCapacity } from "./event-bus/capacity.ts";
import { describeGroups } from "./event-bus/groups.ts";
import { describeRedelivery } from "./event-bus/redelivery.ts";
import { describeVanishing } from "./event-bus/vanishing.ts";
import { uniqueName } from "./unique-name.ts";

export interface EventBusTest {
  readonly bus: IMoEventBus;
  /** Used by no other test. */
  readonly topic: string;
  readonly harness: EventBusHarness;
}

/** One test with a bus of its own. */
export type EventBusIt = (name: string, body: (test: EventBusTest) => Promise<void>) => void;

/** Holds a bus to the whole contract of `IMoEventBus`. */
export function describeEventBus(run: ContractRunner, harness: EventBusHarness): void {
  const it: EventBusIt = (name, body) => {
    run.it(name, async () => {
      const bus = await harness.open();
      try {
        await body({ bus, topic: uniqueName("topic"), harness });
      } finally {
        await (harness.close ? harness.close(bus) : bus.close());
      }
    });
  };
  run.describe("event bus", () => {
    run.describe("groups", () => describeGroups(it));
    run.describe("broadcast", () => describeBroadcast(it));
    run.describe("capacity", () => describeCapacity(it));
    run.describe("redelivery", () => describeRedelivery(it, harness));
    const { spawnMember } = harness;
    if (spawnMember) run.describe("members that die", () => describeVanishing(it, spawnMember));
  });
}
