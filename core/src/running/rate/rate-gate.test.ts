import { expect, test } from "vitest";
import { createWorld } from "../../../fixtures/world.ts";
import { RateGate } from "./rate-gate.ts";

const rate = { max: 7, perMs: 1000 };

test("RateGate grants no more than the rate to many that ask at once, of several processes", async () => {
  const { state, clock } = createWorld();
  const gates = Array.from({ length: 4 }, () => new RateGate({ tenant: "default", state }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => gates[index % 4]?.take("mail.send", rate, 1)),
  );
  expect(answers.filter((answer) => answer?.granted === 1)).toHaveLength(7);
  for (const answer of answers.filter((one) => one?.granted === 0))
    expect(answer?.freeInMs).toBeGreaterThan(0);
  await clock.advance(answers.at(-1)?.freeInMs ?? 0);
  expect((await gates[0]?.take("mail.send", rate, 20))?.granted).toBe(7);
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
