import { anEvent } from "@mojob/contract-tests";
import { type RunEnd, runsEndedEvent, runsEndedIn } from "@mojob/core/engine";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { EventBusInMemory } from "@mojob/memory";
import { beforeEach, expect, test } from "vitest";
import { EndsBus, type ListeningBus } from "./ends-bus.ts";

const TOPIC = "mojob:default:ended";

let clock: FakeClock;
let published: (readonly RunEnd[])[];
let isListening: boolean;
let questions: number;
let errors: unknown[];
let fails: boolean;
let bus: EndsBus;

beforeEach(() => {
  clock = createFakeClock();
  [published, isListening, questions, errors, fails] = [[], true, 0, [], false];
  const inMemory = new EventBusInMemory({ clock });
  const behind: ListeningBus = {
    publish: async (_topic, events) => {
      if (fails) throw new Error("unavailable");
      published.push(...events.map(runsEndedIn));
    },
    subscribe: (topic, handler, options) => inMemory.subscribe(topic, handler, options),
    close: () => inMemory.close(),
    hasSubscribers: async () => {
      questions += 1;
      return isListening;
    },
  };
  bus = new EndsBus({
    bus: behind,
    clock,
    onError: (error) => void errors.push(error),
  });
});

function end(...ids: readonly string[]): Promise<void> {
  const ends = ids.map((id) => ({ id, state: "Succeeded" as const }));
  return bus.publish(TOPIC, [runsEndedEvent(ends, clock.now())]);
}

function ids(): readonly (readonly string[])[] {
  return published.map((ends) => ends.map(({ id }) => id));
}

test("the first end after a pause is published at once, later ones once a second together", async () => {
  await end("a");
  await clock.advance(0);
  expect(ids()).toEqual([["a"]]);
  await end("b");
  await end("c", "d");
  await clock.advance(999);
  expect(ids()).toEqual([["a"]]);
  await clock.advance(1);
  expect(ids()).toEqual([["a"], ["b", "c", "d"]]);
});

test("a listener is looked for every five seconds at most", async () => {
  for (let second = 0; second < 5; second += 1) {
    await end(`${second}`);
    await clock.advance(1000);
  }
  expect([ids().length, questions]).toEqual([5, 1]);
  isListening = false;
  await end("b");
  await clock.advance(0);
  expect([ids().length, questions]).toEqual([5, 2]);
});

test("nothing is published without a listener, and the first end after one has come is", async () => {
  isListening = false;
  await end("a");
  await clock.advance(1000);
  expect(ids()).toEqual([]);
  isListening = true;
  await end("b");
  await clock.advance(0);
  expect([ids(), questions]).toEqual([[["b"]], 2]);
});

test("many ends go in events of 500, and those beyond 2000 are left to the feed", async () => {
  await end(...Array.from({ length: 3000 }, (_, index) => `${index}`));
  await clock.advance(0);
  expect(ids().map(({ length }) => length)).toEqual([500, 500, 500, 500]);
});

test("a failure is reported, and later ends are published", async () => {
  fails = true;
  await end("a");
  await clock.advance(1000);
  fails = false;
  await end("b");
  await clock.advance(1000);
  expect([errors.length, ids()]).toEqual([1, [["b"]]]);
});

test("events of another kind, and ends after it is closed, go nowhere", async () => {
  await bus.publish("mojob:default:definitions", [anEvent({ id: "other" })]);
  await bus.close();
  await end("a");
  await clock.advance(5000);
  expect([ids(), questions, clock.pending]).toEqual([[], 0, 0]);
});
