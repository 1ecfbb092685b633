import { expect, test } from "vitest";
import { aRequester } from "@mojob/test-fixtures/requester";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { firingCursorKey } from "../model/name/state-key.ts";
import { toApp } from "../model/destination.ts";
import { readDelays } from "./read-delays.ts";

test("readDelays() shows how late fires and waiting runs are, and how often a dispatch failed", async () => {
  const world = createWorld();
  const { clock, state, store, dispatcher, bus } = world;
  const options = { ...world, tenant: "default" };
  expect(await readDelays(aRequester(), options)).toEqual({
    firingLagMs: 0,
    oldestEnqueuedMs: 0,
    dispatchFailures: 0,
  });
  // Fires every minute.
  await world.define(aDefinition({ kind: "recurring", options: { cron: "0 * * * * *" } }));
  await store.instances.insert([anInstance({ enqueuedAt: START })]);
  await state.set(firingCursorKey("default"), START.toISOString());
  await clock.advance(150_000);
  bus.failure = new Error("unavailable");
  const request = {
    instanceId: "run-1",
    jobKey: "mail.send",
    lane: "",
    attempt: 1,
    priority: 3,
    dueAt: null,
  };
  await dispatcher.send([{ destination: toApp("default", "mail"), dispatchId: "d", request }]);
  expect(await readDelays(aRequester(), options)).toEqual({
    firingLagMs: 90_000,
    oldestEnqueuedMs: 150_000,
    dispatchFailures: 1,
  });
  expect(await readDelays(aRequester("other"), options)).toMatchObject({
    firingLagMs: 0,
    oldestEnqueuedMs: 0,
  });
});
