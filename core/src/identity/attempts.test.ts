import { StateStoreInMemory } from "@mojob/memory";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/mod.ts";
import { Attempts, networkOf } from "./attempts.ts";

const MINUTE_MS = 60_000;

function open(): { readonly attempts: Attempts; readonly clock: ReturnType<typeof createFakeClock> } {
  const clock = createFakeClock();
  return { clock, attempts: new Attempts({ state: new StateStoreInMemory({ clock }), clock }) };
}

describe("networkOf()", () => {
  it.each([
    ["203.0.113.7", "203.0.113"],
    ["::ffff:203.0.113.7", "203.0.113"],
    ["2001:db8:1:2ab::1", "2001:db8:1:02"],
    ["2001:db8:1:2ff:0:0:0:1", "2001:db8:1:02"],
    ["2001:DB8::", "2001:db8:0:00"],
    ["::1", "0:0:0:00"],
    ["unknown", "unknown"],
  ])("%s is of %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("wrong attempts", () => {
  it("at many names from one network are bounded within a minute", async () => {
    const { attempts, clock } = open();
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await attempts.waitMs(`person${tries}`, "203.0.113.1")).toBe(0);
      await attempts.begin(`person${tries}`, "203.0.113.1");
    }
    expect(await attempts.waitMs("another", "203.0.113.200")).toBe(MINUTE_MS);
    expect(await attempts.waitMs("another", "198.51.100.1")).toBe(0);
    await clock.advance(MINUTE_MS);
    expect(await attempts.waitMs("another", "203.0.113.200")).toBe(0);
  });

  it("at one name from everywhere are bounded within an hour", async () => {
    const { attempts, clock } = open();
    for (let tries = 0; tries < 100; tries += 1) await attempts.begin("li", `10.${tries}.0.1`);
    expect(await attempts.waitMs("li", "192.0.2.1")).toBe(60 * MINUTE_MS);
    await clock.advance(60 * MINUTE_MS);
    expect(await attempts.waitMs("li", "192.0.2.1")).toBe(0);
  });

  it("that are made at the same time are all counted", async () => {
    const { attempts } = open();
    await Promise.all(Array.from({ length: 5 }, () => attempts.begin("li", "203.0.113.1")));
    expect(await attempts.waitMs("li", "203.0.113.1")).toBeGreaterThan(0);
  });

  it("that were right do not count", async () => {
    const { attempts } = open();
    for (let tries = 0; tries < 30; tries += 1) {
      await attempts.begin("li", "203.0.113.1");
      await attempts.succeed("li", "203.0.113.1");
    }
    expect(await attempts.waitMs("li", "203.0.113.1")).toBe(0);
  });
});
