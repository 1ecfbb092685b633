import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { expect, it } from "vitest";
import { anAct, START } from "@mojob/test-fixtures/records";
import { ActChain } from "../audit/act-chain.ts";
import { verifyChains } from "../audit/verify-chains.ts";
import { createId } from "../base/ids.ts";
import { type KeyRing, parseKeyRing } from "../base/sealing/key-ring.ts";
import { NO_TENANT_SETTINGS } from "../model/tenant/tenant-settings.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { TrimHistory } from "./trim-history.ts";

const KEYS = parseKeyRing(`2026-11 ${btoa("k".repeat(32))}`);
const OTHER_KEYS = parseKeyRing(`2020-01 ${btoa("o".repeat(32))}`);
const MOST = 3;

/** A history of ten acts that a process with these keys appended, and of two by one without. */
async function aHistory(keys: KeyRing | null) {
  const clock = createFakeClock(START);
  const store = new MetadataStoreInMemoryProvider();
  const parts = { tenant: "default", clock, store, state: new StateStoreInMemory({ clock }) };
  const errors: unknown[] = [];
  const append = async (chain: ActChain, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      await chain.append([anAct({ id: createId(clock.now()), at: clock.now() })]);
      await chain.settled();
      await clock.advance(1);
    }
  };
  await append(new ActChain({ ...parts, keys }), 10);
  await append(new ActChain(parts), 2);
  const trim = (own: KeyRing | null): TrimHistory =>
    new TrimHistory({
      ...parts,
      store: store.history,
      keys: own,
      settings: { read: () => ({ ...NO_TENANT_SETTINGS, retention: { maxActs: MOST } }) },
      onError: (error) => errors.push(error),
    });
  const verify = () => verifyChains({ ...parts, keys });
  return { errors, trim, verify };
}

it.each([
  ["no key", null],
  ["another key", OTHER_KEYS],
])("new TrimHistory() with %s removes nothing of sealed chains, and says so once", async (_, keys) => {
  const { errors, trim, verify } = await aHistory(KEYS);
  const without = trim(keys);
  await without.run();
  await without.run();
  expect(await verify()).toMatchObject({ ok: true, entries: 12 });
  expect(errors).toHaveLength(1);
  expect(String(errors[0])).toContain('Cannot remove old acts of the tenant "default"');
  // A process that has the key does it.
  await trim(KEYS).run();
  expect(await verify()).toMatchObject({ ok: true, entries: MOST });
  expect(errors).toHaveLength(1);
});

it("new TrimHistory() without keys removes old acts where nothing is sealed", async () => {
  const { errors, trim, verify } = await aHistory(null);
  await trim(null).run();
  expect(await verify()).toMatchObject({ ok: true, entries: MOST });
  expect(errors).toEqual([]);
});
