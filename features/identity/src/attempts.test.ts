import { createFakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { describe, expect, it } from "vitest";
import { Attempts, networkOf, type Trier } from "./attempts.ts";

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

/** How many of them are judged before the rest is refused. */
async function judged(attempts: Attempts, triers: readonly Trier[]): Promise<number> {
  const all = await Promise.allSettled(triers.map((trier) => attempts.begin(trier)));
  for (const one of all)
    if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "too_many_attempts" });
  return all.filter(({ status }) => status === "fulfilled").length;
}

const times = (count: number, trier: (at: number) => Trier): readonly Trier[] =>
  Array.from({ length: count }, (_, at) => trier(at));

describe("wrong attempts", () => {
  it("at many names from one network are bounded within a minute", async () => {
    const { attempts, clock } = open();
    const all = times(25, (at) => ({ name: `person${at}`, address: "203.0.113.1" }));
    expect(await judged(attempts, all)).toBe(20);
    const another = { name: "another", address: "203.0.113.200" };
    await expect(attempts.begin(another)).rejects.toMatchObject({ parameters: { waitMs: MINUTE_MS } });
    await attempts.begin({ name: "another", address: "198.51.100.1" });
    await clock.advance(MINUTE_MS);
    await attempts.begin(another);
  });

  it("at one name from everywhere are bounded within an hour", async () => {
    const { attempts, clock } = open();
    const all = times(110, (at) => ({ name: "li", address: `10.${at}.0.1` }));
    expect(await judged(attempts, all)).toBe(100);
    const from = { name: "li", address: "192.0.2.1" };
    await expect(attempts.begin(from)).rejects.toMatchObject({ parameters: { waitMs: 60 * MINUTE_MS } });
    await clock.advance(60 * MINUTE_MS);
    await attempts.begin(from);
  });

  it("that are made at the same time are as many as one after the other", async () => {
    const { attempts } = open();
    expect(
      await judged(
        attempts,
        times(60, () => ({ name: "li", address: "203.0.113.1" })),
      ),
    ).toBe(5);
  });

  it("that two processes judge at the same time are as many as in one", async () => {
    const clock = createFakeClock();
    const state = new StateStoreInMemory({ clock });
    const [one, other] = [new Attempts({ state, clock }), new Attempts({ state, clock })];
    const triers = times(30, () => ({ name: "li", address: "203.0.113.1" }));
    const counts = await Promise.all([judged(one, triers), judged(other, triers)]);
    expect(counts[0] + counts[1]).toBe(5);
  });

  it("that were right do not count", async () => {
    const { attempts } = open();
    for (let tries = 0; tries < 30; tries += 1)
      await (await attempts.begin({ name: "li", address: "203.0.113.1" })).takeBack();
    expect(
      await judged(
        attempts,
        times(6, () => ({ name: "li", address: "203.0.113.1" })),
      ),
    ).toBe(5);
  });

  it("of strangers do not lock out a browser that the person has signed in with, which has a bound of its own", async () => {
    const { attempts } = open();
    await judged(
      attempts,
      times(100, (at) => ({ name: "li", address: `10.${at}.0.1` })),
    );
    await judged(
      attempts,
      times(20, (at) => ({ name: `person${at}`, address: "203.0.113.1" })),
    );
    const own = times(8, () => ({ name: "li", address: "203.0.113.1", browser: "laptop" }));
    expect(await judged(attempts, own)).toBe(5);
  });
});
