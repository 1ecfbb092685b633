import assert from "node:assert/strict";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { beforeEach, describe, it } from "vitest";
import { TopicRegistry } from "./topic-registry.ts";

const TOPIC = "a/topic";

describe("TopicRegistry", () => {
  let clock: FakeClock;
  let registry: TopicRegistry;
  beforeEach(() => {
    clock = createFakeClock();
    const state = new StateStoreInMemory({ clock });
    registry = new TopicRegistry({ state, name: "bus", subscriberLifetimeMs: 30_000, keepMs: 3_600_000 });
  });

  async function queues(topic = TOPIC): Promise<readonly string[]> {
    return (await registry.targetsOf(topic)).map(({ queue }) => queue);
  }

  it("sends events without a listener to where the first group will listen", async () => {
    const before = await queues();
    assert.equal(await registry.joinGroup(TOPIC, "first"), before[0]);
    assert.deepEqual(await queues(), before);
    assert.deepEqual(await queues("a"), ["bus/a"]);
  });

  it("gives every later group a queue of its own, and one group always the same", async () => {
    const [first, second] = [
      await registry.joinGroup(TOPIC, "first"),
      await registry.joinGroup(TOPIC, "second"),
    ];
    assert.notEqual(first, second);
    assert.equal(await registry.joinGroup(TOPIC, "first"), first);
    assert.equal(await registry.joinGroup(TOPIC, "second"), second);
    assert.deepEqual(new Set(await queues()), new Set([first, second]));
  });

  it("gives groups that join at once one first among them", async () => {
    const joined = await Promise.all(["a", "b", "c", "a"].map((group) => registry.joinGroup(TOPIC, group)));
    assert.equal(new Set(joined).size, 3);
    assert.equal(joined[0], joined[3]);
  });

  it("forgets a subscriber that is silent for its lifetime, and keeps one that is not", async () => {
    await registry.markBroadcast(TOPIC);
    await registry.keepSubscriber(TOPIC, "silent");
    await registry.keepSubscriber(TOPIC, "there");
    await clock.advance(29_999);
    assert.equal((await queues()).length, 2);
    await registry.keepSubscriber(TOPIC, "there");
    await clock.advance(1);
    assert.deepEqual(await registry.targetsOf(TOPIC), [
      { queue: registry.subscriberQueue(TOPIC, "there"), isOwn: true },
    ]);
  });

  it("forgets a subscriber that leaves, and keeps nothing without subscribers afterwards", async () => {
    await registry.markBroadcast(TOPIC);
    await registry.keepSubscriber(TOPIC, "one");
    await registry.removeSubscriber(TOPIC, "one");
    assert.deepEqual(await queues(), []);
  });

  it("removes a group that had no member for long enough, and the first one's queue stays its own", async () => {
    const first = await registry.joinGroup(TOPIC, "first");
    const second = await registry.joinGroup(TOPIC, "second");
    await clock.advance(3_599_999);
    await registry.keepGroup(TOPIC, "second", second);
    await clock.advance(1);
    assert.deepEqual(await queues(), [second]);
    assert.equal((await registry.joinGroup(TOPIC, "third")) === first, false);
    assert.equal(await registry.joinGroup(TOPIC, "first"), first);
  });

  it("knows whether anybody has subscribed", async () => {
    assert.equal(await registry.hasSubscribers(TOPIC), false);
    await registry.keepSubscriber(TOPIC, "one");
    assert.equal(await registry.hasSubscribers(TOPIC), true);
    await registry.removeSubscriber(TOPIC, "one");
    assert.equal(await registry.hasSubscribers(TOPIC), false);
    await registry.joinGroup(TOPIC, "g");
    assert.equal(await registry.hasSubscribers(TOPIC), true);
  });
});
