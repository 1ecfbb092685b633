import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anAct, START } from "@mojob/test-fixtures/records";
import { NO_TENANT_SETTINGS } from "../model/tenant/tenant-settings.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { TrimHistory } from "../duties/trim-history.ts";
import { createId } from "../base/ids.ts";
import { type Act, ActKind } from "../model/history/act.ts";
import type { LinkedAct } from "../model/history/act-link.ts";
import type { AuditVerdict } from "../scheduler/history/audit-service.ts";
import { ActChain } from "./act-chain.ts";
import { ChainEnds } from "./chain-ends.ts";
import { verifyChains } from "./verify-chains.ts";

const TENANT = "default";
const AN_HOUR_MS = 3_600_000;

/** One step of processes that write the history. */
const step = fc.oneof(
  fc.record({
    type: fc.constant("append" as const),
    writer: fc.nat(2),
    notes: fc.array(fc.option(fc.string({ unit: "grapheme" })), { minLength: 1, maxLength: 4 }),
  }),
  // Takes over what another process has appended, as happens with acts of jobs.
  fc.record({ type: fc.constant("again" as const), writer: fc.nat(2), pick: fc.nat() }),
  fc.record({ type: fc.constant("wait" as const), hours: fc.nat(3) }),
  fc.record({ type: fc.constant("trim" as const), most: fc.integer({ min: 3, max: 20 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function history(steps: readonly Step[]) {
  const clock = createFakeClock(START);
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory({ clock });
  const parts = { tenant: TENANT, store, state, clock };
  const chains = Array.from({ length: 3 }, () => new ActChain(parts));
  const made: Act[] = [];
  const onError = (error: unknown): never => expect.unreachable(String(error));
  for (const one of steps) {
    if (one.type === "wait") await clock.advance(one.hours * AN_HOUR_MS);
    if (one.type === "trim")
      await new TrimHistory({
        ...parts,
        store: store.history,
        settings: { read: () => ({ ...NO_TENANT_SETTINGS, retention: { maxActs: one.most } }) },
        onError,
      }).run();
    if (one.type !== "append" && one.type !== "again") continue;
    const acts =
      one.type === "append"
        ? one.notes.map((note) => anAct({ id: createId(clock.now()), at: clock.now(), note }))
        : made.slice(-1 - (one.pick % 3)).slice(0, 1);
    made.push(...acts);
    const chain = chains[one.writer] as ActChain;
    await Promise.all(acts.map((act) => chain.append([act])));
    await chain.settled();
    await clock.advance(1);
  }
  const { items } = await store.history.listLinked(TENANT, { limit: 10_000 });
  const cuts = await new ChainEnds(parts).cuts();
  const verify = (acts: readonly LinkedAct[]): Promise<AuditVerdict> =>
    verifyChains({
      ...parts,
      store: { history: { listLinked: () => Promise.resolve({ items: acts, nextCursor: null }) } },
    });
  /** Those that no retention has ever reached: of the others the cut says that they may be missing. */
  const whole = items.filter(({ links }) => links.some(({ writer, n }) => n > (cuts.get(writer)?.n ?? 0)));
  return { items, whole, verify, now: clock.now() };
}

const steps = fc.array(step, { minLength: 4, maxLength: 25 });

/** What somebody who can write to the store may do to it. */
const TAMPERING: Readonly<
  Record<string, (items: readonly LinkedAct[], victim: LinkedAct, now: Date) => readonly LinkedAct[] | null>
> = {
  "edits an act": (items, victim) =>
    items.map((one) => (one === victim ? { ...one, act: { ...one.act, kind: ActKind.Resume } } : one)),
  "changes who did it": (items, victim) =>
    items.map((one) =>
      one === victim ? { ...one, act: { ...one.act, by: { id: "user:wu", name: "wu" } } } : one,
    ),
  "deletes an act": (items, victim) => items.filter((one) => one !== victim),
  "cuts off all that came later": (items, victim) => items.filter(({ act }) => act.id < victim.act.id),
  "swaps two acts": (items, victim) => {
    const other = items.find((one) => one !== victim);
    if (other === undefined) return null;
    return items.map((one) =>
      one === victim ? { ...one, act: other.act } : one === other ? { ...one, act: victim.act } : one,
    );
  },
  "swaps the links of two acts": (items, victim) => {
    const other = items.find((one) => one !== victim && one.links.length > 0);
    if (other === undefined) return null;
    return items.map((one) =>
      one === victim ? { ...one, links: other.links } : one === other ? { ...one, links: victim.links } : one,
    );
  },
  "renumbers a link": (items, victim) =>
    items.map((one) =>
      one === victim ? { ...one, links: one.links.map((link) => ({ ...link, n: link.n + 1 })) } : one,
    ),
  "takes the links of an act away": (items, victim) =>
    items.map((one) => (one === victim ? { ...one, links: [] } : one)),
  "inserts an act": (items, _, now) => [{ act: anAct({ id: createId(now), at: now }), links: [] }, ...items],
};

describe("chains of acts", () => {
  it("are whole whichever processes append what, together or one after the other, and whatever retention removes", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { items, verify } = await history(given);
        expect(await verify(items)).toMatchObject({ ok: true, entries: items.length, firstBreak: null });
      }),
      { numRuns: 150 },
    );
  });

  it.each(Object.keys(TAMPERING))("are broken by one who %s", async (name) => {
    const tamper = TAMPERING[name] as NonNullable<(typeof TAMPERING)[string]>;
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (given, pick) => {
        const { items, whole, verify, now } = await history(given);
        const victim = whole[pick % Math.max(1, whole.length)];
        fc.pre(victim !== undefined);
        const tampered = tamper(items, victim, now);
        fc.pre(tampered !== null);
        const { ok, firstBreak } = await verify(tampered);
        expect({ ok, hasBreak: firstBreak !== null }).toEqual({ ok: false, hasBreak: true });
      }),
      { numRuns: 40 },
    );
  });

  it("name the first break, by its place and its act", async () => {
    const given: readonly Step[] = [{ type: "append", writer: 0, notes: ["a", "b", "c", "d"] }];
    const { items, verify } = await history(given);
    const third = items[1] as LinkedAct;
    const without = items.filter((one) => one !== third);
    expect((await verify(without)).firstBreak).toMatchObject({ n: 3, actId: null, reason: "missing" });
    const edited = items.map((one) => (one === third ? { ...one, act: { ...one.act, note: "none" } } : one));
    expect((await verify(edited)).firstBreak).toMatchObject({
      n: 3,
      actId: third.act.id,
      reason: "changed",
    });
    expect((await verify(items.slice(2))).firstBreak).toMatchObject({ n: 3, reason: "missing" });
    const { writers, entries, unchained } = await verify(items);
    expect({ writers, entries, unchained }).toEqual({ writers: 1, entries: 4, unchained: 0 });
  });

  it("say nothing about acts that a version without chains wrote", async () => {
    const { items, verify } = await history([{ type: "append", writer: 0, notes: ["a"] }]);
    const old = anAct({ at: new Date(START.getTime() - 1) });
    expect(await verify([...items, { act: old, links: [] }])).toMatchObject({ ok: true, unchained: 1 });
    const late = anAct({ at: new Date(START.getTime() + 1) });
    expect((await verify([{ act: late, links: [] }, ...items])).firstBreak).toEqual({
      writer: null,
      n: null,
      actId: late.id,
      reason: "unlinked",
    });
  });
});
