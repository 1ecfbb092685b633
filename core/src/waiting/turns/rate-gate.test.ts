import { expect, test } from "vitest";
import { createWorld } from "@mojob/test-fixtures/world";
import { RateGate } from "./rate-gate.ts";

const rate = { max: 7, perMs: 1000 };

test("RateGate grants no more than the rate to many that ask at once, of several processes", async () => {
  const { state, clock } = createWorld();
  const gates = Array.from({ length: 20 }, () => new RateGate({ tenant: "default", state }));
  const answers = await Promise.all(gates.map((gate) => gate.take("mail.send", rate, 1)));
  expect(answers.filter(({ granted }) => granted === 1)).toHaveLength(7);
  for (const { freeInMs } of answers.filter(({ granted }) => granted === 0))
    expect(freeInMs).toBeGreaterThan(0);
  await clock.advance(Math.max(...answers.map(({ freeInMs }) => freeInMs)));
  const later = new RateGate({ tenant: "default", state });
  expect((await later.take("mail.send", rate, 20)).granted).toBe(7);
});

test("RateGate counts each lane by itself, and not what was given back", async () => {
  const { state } = createWorld();
  const gate = new RateGate({ tenant: "default", state });
  const first = await gate.take("mail.send", rate, 7);
  expect((await gate.take("mail.send|key|ada", rate, 9)).granted).toBe(7);
  await gate.giveBack("mail.send", rate, first, 3);
  expect((await gate.take("mail.send", rate, 9)).granted).toBe(3);
});

test("RateGate goes by the clock of the store: a process whose clock is ahead begins no more", async () => {
  const { state, clock } = createWorld();
  const gate = new RateGate({ tenant: "default", state });
  await gate.take("mail.send", rate, 7);
  const lease = await state.acquireLease("other", "other", 1000);
  expect(lease?.expiresAt.getTime()).toBe(clock.now().getTime() + 1000);
  await clock.advance(999);
  expect((await gate.take("mail.send", rate, 1)).granted).toBe(0);
});
