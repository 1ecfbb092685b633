import { parseKeyRing } from "@mojob/core/engine";
import { Identity } from "@mojob/identity";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { TOTP } from "otpauth";
import { expect, it } from "vitest";
import { scryptHasher } from "./scrypt-hasher.ts";
import { timeCodes } from "./time-codes.ts";

const KEYS = parseKeyRing(`2026-11 ${btoa("k".repeat(32))}`);
const FROM = { address: null, agent: null, requestId: "test" };

interface Place {
  readonly clock: FakeClock;
  readonly state: StateStoreInMemory;
  readonly open: (keys: typeof KEYS | null) => Identity;
  readonly codeOf: (secret: string) => string;
}

function aPlace(): Place {
  const clock = createFakeClock();
  const state = new StateStoreInMemory({ clock });
  const hasher = scryptHasher({ logN: 4, block: 8, parallel: 1 });
  return {
    clock,
    state,
    open: (keys) => new Identity({ state, clock, hasher, codes: timeCodes(), keys }),
    codeOf: (secret) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() }),
  };
}

it("the secret of a second factor is sealed where there are keys, for its person alone", async () => {
  const { clock, state, open, codeOf } = aPlace();
  const identity = open(KEYS);
  const { people, secondFactors, records } = identity;
  for (const name of ["li", "wang"]) await people.add({ name }, null);
  const { secret } = await secondFactors.offer("li");
  await secondFactors.confirm("li", { code: codeOf(secret) }, FROM);
  expect(JSON.stringify(await state.list("mojob/"))).not.toContain(secret);
  await clock.advance(30_000);
  expect(await secondFactors.take("li", codeOf(secret))).toBe(true);
  expect(await secondFactors.take("li", codeOf(secret))).toBe(false);
  // Copied by somebody who writes to the store.
  const { secondFactor } = await people.get("li");
  await records.changePerson("wang", (person) => ({ ...person, secondFactor }));
  await clock.advance(30_000);
  await expect(secondFactors.take("wang", codeOf(secret))).rejects.toMatchObject({ code: "key_missing" });
});

it("a process without the key lets nobody in by a code, and says which one it lacks", async () => {
  const { clock, open, codeOf } = aPlace();
  const { people, secondFactors } = open(KEYS);
  await people.add({ name: "li" }, null);
  const { secret } = await secondFactors.offer("li");
  await secondFactors.confirm("li", { code: codeOf(secret) }, FROM);
  await clock.advance(30_000);
  const without = open(null).secondFactors;
  await expect(without.take("li", codeOf(secret))).rejects.toThrow('lacks the key "2026-11"');
});

it("one that was set up without keys goes on with them", async () => {
  const { clock, open, codeOf } = aPlace();
  const { people, secondFactors } = open(null);
  await people.add({ name: "li" }, null);
  const { secret } = await secondFactors.offer("li");
  await secondFactors.confirm("li", { code: codeOf(secret) }, FROM);
  await clock.advance(30_000);
  expect(await open(KEYS).secondFactors.take("li", codeOf(secret))).toBe(true);
});

it("keys that are rotated while one is set up seal it with the newest, and open those of before", async () => {
  const { clock, open, codeOf } = aPlace();
  const rotated = parseKeyRing(`2026-11 ${btoa("k".repeat(32))}\n2027-01 ${btoa("n".repeat(32))}`);
  const before = open(KEYS);
  for (const name of ["li", "wang"]) await before.people.add({ name }, null);
  const { secret } = await before.secondFactors.offer("li");
  await before.secondFactors.confirm("li", { code: codeOf(secret) }, FROM);
  // Offered by a process with the keys of before, and confirmed at one that was started with those after.
  const offered = (await before.secondFactors.offer("wang")).secret;
  const after = open(rotated);
  await after.secondFactors.confirm("wang", { code: codeOf(offered) }, FROM);
  const kept = (await after.people.get("wang")).secondFactor?.secret;
  expect(kept).toMatchObject({ key: "2027-01" });
  await clock.advance(30_000);
  expect(await after.secondFactors.take("li", codeOf(secret))).toBe(true);
  expect(await after.secondFactors.take("wang", codeOf(offered))).toBe(true);
  // A process that has not been started again says which key it lacks, and lets nobody in without the code.
  await clock.advance(30_000);
  await expect(before.secondFactors.take("wang", codeOf(offered))).rejects.toThrow('lacks the key "2027-01"');
  expect(await before.secondFactors.take("li", codeOf(secret))).toBe(true);
});
