import assert from "node:assert/strict";
import { createFakeClock } from "@mojob/core/testing";
import { describe, it } from "vitest";
import { StateStoreInMemory } from "./state-store.ts";

describe("StateStoreInMemory", () => {
  it("judges expiry by the time that passed, not by a wall clock that was put forward", async () => {
    const clock = createFakeClock();
    const store = new StateStoreInMemory({ clock });
    await store.set("key", 1, { ttlMs: 1000 });
    await store.acquireLease("lease", "a", 1000);
    clock.jumpWallClock(3_600_000);
    assert.equal((await store.get("key"))?.value, 1);
    assert.equal(await store.acquireLease("lease", "b", 1000), null);
    clock.jumpWallClock(-7_200_000);
    await clock.advance(1001);
    assert.equal(await store.get("key"), null);
    assert.equal((await store.acquireLease("lease", "b", 1000))?.term, 2);
  });
});
