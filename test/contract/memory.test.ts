import { describeEventBus, describeMetadataStore, describeStateStore } from "@mojob/contract-tests";
import type { MoEvent } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { EventBusInMemory, MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { describe, it } from "vitest";

const REDELIVERY_DELAY_MS = 1000;

const clock = createFakeClock();
const givenUp: MoEvent[] = [];

async function until(condition: () => boolean): Promise<void> {
  await clock.settle();
  if (!condition()) throw new Error("The condition does not hold once everything has settled");
}

describe("in memory", () => {
  describeMetadataStore(
    { describe, it },
    { open: async () => new MetadataStoreInMemoryProvider(), until, propertyRuns: 200 },
  );

  describeStateStore(
    { describe, it },
    { open: async () => new StateStoreInMemory({ clock }), ttlMs: 1000, pass: clock.advance },
  );

  describeEventBus(
    { describe, it },
    {
      open: async () =>
        new EventBusInMemory({
          clock,
          redeliveryDelayMs: REDELIVERY_DELAY_MS,
          maxDeliveries: 3,
          onError: (_error, _topic, events) => givenUp.push(...events),
        }),
      until,
      settle: clock.settle,
      passRedelivery: () => clock.advance(REDELIVERY_DELAY_MS),
      maxDeliveries: 3,
      givenUp: () => givenUp,
    },
  );
});
