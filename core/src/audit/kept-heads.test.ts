import { StateStoreInMemory } from "@mojob/memory";
import { expect, it } from "vitest";
import { START } from "@mojob/test-fixtures/records";
import { createFakeClock } from "../testing/fake-clock.ts";
import { ChainEnds } from "./chain-ends.ts";
import { breaksOfKept, headsToKeep, headsToReach, MOST_HEADS } from "./kept-heads.ts";

const DAY_MS = 86_400_000;

async function withChains(count: number) {
  const clock = createFakeClock(START);
  const parts = { tenant: "default", clock, state: new StateStoreInMemory({ clock }) };
  const places = new ChainEnds(parts);
  for (let chain = 0; chain < count; chain += 1)
    await places.reach({ writer: `w${chain}`, n: 3, hash: "aa", prev: "", act: "a" }, clock.now());
  return { clock, parts, places };
}

it("headsToKeep() has every chain, in parts that a request can carry", async () => {
  const { parts } = await withChains(2 * MOST_HEADS + 1);
  const kept = await headsToKeep(parts);
  expect(kept.map(({ heads }) => heads.length)).toEqual([MOST_HEADS, MOST_HEADS, 1]);
  expect(new Set(kept.flatMap(({ heads }) => heads).map(({ writer }) => writer)).size).toBe(
    2 * MOST_HEADS + 1,
  );
  for (const part of kept) expect(JSON.stringify(part).length).toBeLessThan(200_000);
});

it("headsToKeep() says of a tenant without chains that it has none", async () => {
  const { parts } = await withChains(0);
  expect(await headsToKeep(parts)).toEqual([{ tenant: "default", at: START, heads: [] }]);
});

it("headsToReach() leaves out chains that may have been forgotten because of their age", async () => {
  const { clock, parts } = await withChains(1);
  const kept = await headsToKeep(parts);
  await clock.advance(399 * DAY_MS);
  const reached = await headsToReach(kept, parts);
  expect([...breaksOfKept(reached, new Map(), new Map())]).toMatchObject([
    { writer: "w0", reason: "put_back" },
  ]);
  await clock.advance(2 * DAY_MS);
  expect(await headsToReach(kept, parts)).toEqual([]);
});

it("breaksOfKept() finds a chain that came as far by another way", async () => {
  const { parts, places } = await withChains(1);
  const reached = await headsToReach(await headsToKeep(parts), parts);
  expect([...breaksOfKept(reached, await places.heads(), new Map())]).toEqual([]);
  await places.reach({ writer: "w0", n: 3, hash: "bb", prev: "", act: "a" }, START);
  expect([...breaksOfKept(reached, await places.heads(), new Map())]).toMatchObject([{ reason: "changed" }]);
});
