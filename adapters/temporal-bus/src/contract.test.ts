import { describeEventBus, events, type SpawnedMember, uniqueName } from "@mojob/contract-tests";
import type { IMoEventBus, MoEvent } from "@mojob/core/ports";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { afterAll, beforeAll, describe, it } from "vitest";
import { spawnSubscriber } from "../fixtures/spawn-subscriber.ts";
import { eventually, untilTrue } from "@mojob/test-services/until";
import type { EventBusTemporalOptions } from "./bus-options.ts";
import { EventBusTemporal } from "./event-bus.ts";

/** One queue is as many as the server makes of it; over several, priorities hold only nearly. */
const ONE_PARTITION = {
  "matching.numTaskqueueReadPartitions": 1,
  "matching.numTaskqueueWritePartitions": 1,
};

describe("on Temporal", { timeout: 300_000 }, () => {
  const givenUp: MoEvent[] = [];
  const members: SpawnedMember[] = [];
  const settings = {
    name: uniqueName("bus"),
    redeliveryDelayMs: 1000,
    maxDeliveries: 3,
    heartbeatTimeoutMs: 3000,
    closeGraceMs: 200,
  };
  let temporal: TemporalServer;
  let mongodb: MongodbServer;
  let stores: MongodbStores;
  let probe: EventBusTemporal;

  function busOptions(): Omit<EventBusTemporalOptions, "state"> {
    return { address: temporal.address, namespace: temporal.namespace, ...settings };
  }

  function open(): EventBusTemporal {
    return new EventBusTemporal({
      ...busOptions(),
      state: stores.state,
      onError: (_error, _topic, some) => givenUp.push(...some),
    });
  }

  beforeAll(async () => {
    [temporal, mongodb] = await Promise.all([startTemporal({ settings: ONE_PARTITION }), startMongodb()]);
    stores = await connectMongodb(mongodb.url);
    probe = open();
  });
  afterAll(async () => {
    for (const member of members) await member.kill();
    await probe.close();
    await stores.close();
    await Promise.all([temporal.close(), mongodb.close()]);
  });

  /** What was published before has had its turn when an event that is published now has come all the way. */
  async function settle(): Promise<void> {
    const topic = uniqueName("probe");
    let arrived = 0;
    const subscription = await probe.subscribe(topic, () => void (arrived += 1));
    for (const id of ["first", "second"]) {
      const before = arrived;
      await probe.publish(topic, events(id));
      await untilTrue(() => arrived > before);
    }
    await subscription.close();
  }

  describeEventBus(
    { describe, it },
    {
      open: async (): Promise<IMoEventBus> => open(),
      until: untilTrue,
      settle,
      passRedelivery: () => eventually(settings.redeliveryDelayMs),
      maxDeliveries: settings.maxDeliveries,
      givenUp: () => givenUp,
      keepsArrival: false,
      spawnMember: async (topic, options) => {
        const member = await spawnSubscriber({ bus: busOptions(), stateUrl: mongodb.url, topic, ...options });
        members.push(member);
        return member;
      },
    },
  );
});
