import assert from "node:assert/strict";
import { type IMoStateStore, isMoJobError, type StateEntry } from "@mojob/core/ports";
import type { ContractRunner } from "./contract-runner.ts";
import type { StateStoreHarness } from "./state-store-harness.ts";
import { uniqueName } from "./unique-name.ts";

interface StateStoreTest {
  readonly store: IMoStateStore;
  /** Used by no other test. */
  readonly key: string;
}

type It = (name: string, body: (test: StateStoreTest) => Promise<void>) => void;

const MOST_TRIES = 5;

/** Holds a store to the whole contract of `IMoStateStore`. */
export function describeStateStore(run: ContractRunner, harness: StateStoreHarness): void {
  const it: It = (name, body) => {
    run.it(name, async () => {
      const store = await harness.open();
      try {
        await body({ store, key: uniqueName("key") });
      } finally {
        await (harness.close ? harness.close(store) : store.close());
      }
    });
  };
  run.describe("state store", () => {
    run.describe("entries", () => describeEntries(it));
    run.describe("compare and set", () => describeCompareAndSet(it));
    run.describe("time to live", () => describeTimeToLive(it, harness));
    run.describe("leases", () => describeLeases(it, harness));
  });
}

function describeEntries(it: It): void {
  for (const value of [null, 0, false, "", [], {}, "text", { deep: [{ "a.b": 1, $c: null }] }] as const) {
    it(`set() keeps ${JSON.stringify(value)}`, async ({ store, key }) => {
      const entry = await store.set(key, value);
      assert.deepEqual([entry.key, entry.value], [key, value]);
      assert.deepEqual(await store.get(key), entry);
    });
  }

  it("get() returns null for what is absent", async ({ store, key }) => {
    assert.equal(await store.get(key), null);
  });

  it("set() gives every write another version", async ({ store, key }) => {
    const first = await store.set(key, 1);
    const second = await store.set(key, 1);
    assert.notEqual(first.version, second.version);
    assert.deepEqual(await store.get(key), second);
  });

  it("set() by several at once over an absent entry succeeds for each, and one of them stands", async ({
    store,
    key,
  }) => {
    for (let round = 0; round < 30; round += 1) {
      const name = `${key}/${round}`;
      const values = [0, 1, 2, 3];
      const written = await Promise.all(values.map((value) => store.set(name, value)));
      assert.deepEqual(
        written.map(({ value }) => value),
        values,
      );
      assert.ok(values.includes((await store.get(name))?.value as number));
    }
  });

  it("getMany() returns those that exist, by key", async ({ store, key }) => {
    const [a, b] = [await store.set(`${key}/a`, 1), await store.set(`${key}/b`, 2)];
    const found = await store.getMany([`${key}/b`, `${key}/missing`, `${key}/a`]);
    assert.deepEqual(
      found,
      new Map([
        [b.key, b],
        [a.key, a],
      ]),
    );
    assert.deepEqual(await store.getMany([]), new Map());
  });

  it("list() returns what begins with the prefix, ascending, and takes the prefix literally", async ({
    store,
    key,
  }) => {
    for (const name of ["b", "a.x", "ab", "a"]) await store.set(`${key}/${name}`, name);
    const names = (entries: readonly StateEntry[]): unknown[] => entries.map(({ value }) => value);
    assert.deepEqual(names(await store.list(`${key}/`)), ["a", "a.x", "ab", "b"]);
    assert.deepEqual(names(await store.list(`${key}/a`)), ["a", "a.x", "ab"]);
    assert.deepEqual(names(await store.list(`${key}/a.`)), ["a.x"]);
    assert.deepEqual(names(await store.list(`${key}/.*`)), []);
  });

  it("delete() says whether it was there", async ({ store, key }) => {
    await store.set(key, 1);
    assert.equal(await store.delete(key), true);
    assert.equal(await store.delete(key), false);
    assert.equal(await store.get(key), null);
  });

  it("close() works twice; then every call rejects with store_unavailable", async ({ store, key }) => {
    await store.close();
    await store.close();
    const calls = [() => store.get(key), () => store.set(key, 1), () => store.acquireLease(key, "a", 1000)];
    for (const call of calls) await assert.rejects(call, (error) => isMoJobError(error, "store_unavailable"));
  });
}

function describeCompareAndSet(it: It): void {
  it("compareAndSet() with null writes only what is absent", async ({ store, key }) => {
    const first = await store.compareAndSet(key, null, 1);
    assert.equal(first?.value, 1);
    assert.equal(await store.compareAndSet(key, null, 2), null);
    assert.deepEqual(await store.get(key), first);
  });

  it("compareAndSet() writes only over the version it expects", async ({ store, key }) => {
    const first = await store.set(key, 1);
    const second = await store.compareAndSet(key, first.version, 2);
    assert.equal(second?.value, 2);
    assert.equal(await store.compareAndSet(key, first.version, 3), null);
    assert.deepEqual(await store.get(key), second);
  });

  it("compareAndSet() with a version of an entry that was deleted and came back writes nothing", async ({
    store,
    key,
  }) => {
    const old = await store.set(key, 1);
    await store.delete(key);
    assert.equal(await store.compareAndSet(key, old.version, 2), null);
    const fresh = await store.set(key, 1);
    assert.notEqual(fresh.version, old.version);
    assert.equal(await store.compareAndSet(key, old.version, 2), null);
  });

  for (const start of ["absent", "present"] as const) {
    it(`compareAndSet() by 50 at once over an ${start} entry has one winner`, async ({ store, key }) => {
      const expected = start === "absent" ? null : (await store.set(key, "start")).version;
      const racing = Array.from({ length: 50 }, (_, index) => store.compareAndSet(key, expected, index));
      const winners = (await Promise.all(racing)).filter((entry) => entry !== null);
      assert.deepEqual(winners, [await store.get(key)]);
    });
  }
}

function describeTimeToLive(it: It, { ttlMs, pass }: StateStoreHarness): void {
  it("set() with a time to live is there until it has passed, and then nowhere", async ({ store, key }) => {
    await store.set(key, 1, { ttlMs });
    assert.equal((await store.get(key))?.value, 1);
    await pass(ttlMs + 1);
    assert.equal(await store.get(key), null);
    assert.deepEqual(await store.getMany([key]), new Map());
    assert.deepEqual(await store.list(key), []);
    assert.equal(await store.delete(key), false);
  });

  it("set() without a time to live stays, also over an entry that had one", async ({ store, key }) => {
    await store.set(key, 1, { ttlMs });
    await store.set(key, 2);
    await pass(ttlMs + 1);
    assert.equal((await store.get(key))?.value, 2);
  });

  it("compareAndSet() takes an expired entry for absent, and never reuses its version", async ({
    store,
    key,
  }) => {
    const old = await store.set(key, 1, { ttlMs });
    await pass(ttlMs + 1);
    assert.equal(await store.compareAndSet(key, old.version, 2), null);
    const fresh = await store.compareAndSet(key, null, 3);
    assert.notEqual(fresh, null);
    assert.notEqual(fresh?.version, old.version);
  });
}

function describeLeases(it: It, { ttlMs, pass }: StateStoreHarness): void {
  it("acquireLease() gives a lease to one holder at a time", async ({ store, key }) => {
    const lease = await store.acquireLease(key, "a", ttlMs);
    assert.deepEqual([lease?.name, lease?.holder], [key, "a"]);
    assert.ok(lease?.expiresAt instanceof Date);
    assert.equal(await store.acquireLease(key, "b", ttlMs), null);
  });

  it("acquireLease() by the holder prolongs it in the same term", async ({ store, key }) => {
    for (let tries = 1; ; tries += 1) {
      const name = `${key}-${tries}`;
      // On a machine that is busy elsewhere a lease may be over by then, which shows nothing.
      const isOver = (sinceMs: number): boolean => tries < MOST_TRIES && performance.now() - sinceMs >= ttlMs;
      const begunMs = performance.now();
      const first = await store.acquireLease(name, "a", ttlMs);
      await pass(ttlMs / 2);
      const prolongedMs = performance.now();
      const second = await store.acquireLease(name, "a", ttlMs);
      if (isOver(begunMs)) continue;
      assert.equal(second?.term, first?.term);
      assert.ok(second && first && second.expiresAt > first.expiresAt);
      await pass(ttlMs * 0.75);
      const other = await store.acquireLease(name, "b", ttlMs);
      if (isOver(prolongedMs)) continue;
      assert.equal(other, null);
      return;
    }
  });

  it("acquireLease() gives an expired lease to the next holder, one term later", async ({ store, key }) => {
    const first = await store.acquireLease(key, "a", ttlMs);
    await pass(ttlMs + 1);
    const second = await store.acquireLease(key, "b", ttlMs);
    assert.equal(second?.term, (first?.term ?? 0) + 1);
    assert.equal(await store.acquireLease(key, "a", ttlMs), null);
  });

  it("releaseLease() lets the next holder in at once, one term later", async ({ store, key }) => {
    const first = await store.acquireLease(key, "a", ttlMs);
    await store.releaseLease(key, "a");
    const second = await store.acquireLease(key, "b", ttlMs);
    assert.equal(second?.term, (first?.term ?? 0) + 1);
  });

  it("releaseLease() leaves another holder's lease alone", async ({ store, key }) => {
    await store.acquireLease(key, "a", ttlMs);
    await store.releaseLease(key, "b");
    await store.releaseLease(`${key}/unknown`, "b");
    assert.equal(await store.acquireLease(key, "b", ttlMs), null);
  });

  it("acquireLease() by 50 at once has one winner", async ({ store, key }) => {
    // Long: none may end while the slowest of them waits.
    const racing = Array.from({ length: 50 }, (_, index) =>
      store.acquireLease(key, `holder-${index}`, 60_000),
    );
    assert.equal((await Promise.all(racing)).filter((lease) => lease !== null).length, 1);
  });
}
