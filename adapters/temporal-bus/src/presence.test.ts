import assert from "node:assert/strict";
import { createFakeClock } from "@mojob/core/testing";
import { describe, it } from "vitest";
import { Presence } from "./presence.ts";

function fail(error: unknown): void {
  throw error;
}

describe("Presence", () => {
  it("announces again and again until it ends, and leaves no timer behind", async () => {
    const clock = createFakeClock();
    let count = 0;
    const announce = async (): Promise<void> => void (count += 1);
    const presence = new Presence({ clock, everyMs: 10_000, announce, onError: fail });
    await presence.begin();
    assert.equal(count, 1);
    await clock.advance(25_000);
    assert.equal(count, 3);
    await presence.end();
    await clock.advance(60_000);
    assert.deepEqual([count, clock.pending], [3, 0]);
  });

  it("reports a store that fails and goes on", async () => {
    const clock = createFakeClock();
    const errors: unknown[] = [];
    const announce = (): Promise<void> =>
      clock.now().getSeconds() === 10 ? Promise.reject(new Error("No store")) : Promise.resolve();
    const presence = new Presence({
      clock,
      everyMs: 10_000,
      announce,
      onError: (error) => errors.push(error),
    });
    await presence.begin();
    await clock.advance(30_000);
    assert.equal(errors.length, 1);
    assert.equal(clock.pending, 1);
    await presence.end();
  });

  it("waits at its end for an announcement that is under way", async () => {
    const clock = createFakeClock();
    const writing = Promise.withResolvers<void>();
    let isFirst = true;
    const announce = (): Promise<void> => {
      const wait = isFirst ? Promise.resolve() : writing.promise;
      isFirst = false;
      return wait;
    };
    const presence = new Presence({ clock, everyMs: 10_000, announce, onError: fail });
    await presence.begin();
    await clock.advance(10_000);
    let hasEnded = false;
    const ending = presence.end().then(() => (hasEnded = true));
    await clock.settle();
    assert.equal(hasEnded, false);
    writing.resolve();
    await ending;
    await clock.settle();
    assert.equal(clock.pending, 0);
  });
});
