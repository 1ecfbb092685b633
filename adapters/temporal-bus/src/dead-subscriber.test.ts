import assert from "node:assert/strict";
import { events, uniqueName } from "@mojob/contract-tests";
import { connectMongodb } from "@mojob/mongodb";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { Client, Connection } from "@temporalio/client";
import { it } from "vitest";
import { spawnSubscriber } from "../fixtures/spawn-subscriber.ts";
import { untilTrue } from "@mojob/test-services/until";
import { EventBusTemporal } from "./event-bus.ts";
import { TopicRegistry } from "./topic-registry.ts";

const KEEP_MS = 60_000;
const SUBSCRIBER_LIFETIME_MS = 1500;

it(
  "a subscriber without a group whose process is killed stops being a target once its lifetime is over",
  {
    timeout: 300_000,
  },
  async () => {
    await using temporal = await startTemporal();
    await using mongodb = await startMongodb();
    await using stores = await connectMongodb(mongodb.url);
    const [name, topic] = [uniqueName("bus"), uniqueName("topic")];
    const shared = {
      address: temporal.address,
      name,
      subscriberLifetimeMs: SUBSCRIBER_LIFETIME_MS,
      keepMs: KEEP_MS,
    };
    const { state } = stores;
    const registry = new TopicRegistry({ state, ...shared });
    const member = await spawnSubscriber({ bus: shared, stateUrl: mongodb.url, topic, isStuck: false });
    const bus = new EventBusTemporal({ ...shared, state });
    const connection = await Connection.connect({ address: temporal.address });
    const client = new Client({ connection });
    const sent = async (): Promise<number> =>
      (await client.workflow.count(`WorkflowId STARTS_WITH "${name}/"`)).count;

    // It says again and again that it is there: it outlives its lifetime.
    for (let id = 1; id <= 3; id += 1) {
      const version = (await state.list(`${name}/${topic}/subscriber/`))[0]?.version;
      await untilTrue(async () => (await state.list(`${name}/${topic}/subscriber/`))[0]?.version !== version);
      await bus.publish(topic, events(`${id}`));
    }
    await untilTrue(() => member.got.length === 3);
    await member.kill();
    await untilTrue(async () => (await registry.targetsOf(topic)).length === 0);
    await untilTrue(async () => (await sent()) === 3);
    await bus.publish(topic, events("nobody is there"));
    assert.equal(await sent(), 3);
    await bus.close();
    await connection.close();
  },
);
