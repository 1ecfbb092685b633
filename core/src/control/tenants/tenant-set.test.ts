import { StateStoreInMemory } from "@mojob/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sleep } from "../../base/clock.ts";
import type { Engine } from "../engine.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { TenantSettingsCache } from "../../definition/tenant/tenant-settings-cache.ts";
import { TenantRegistry } from "./tenant-registry.ts";
import { type ServedTenant, TenantSet } from "./tenant-set.ts";

/** Processes of one deployment, each with a tenant set over the same state. */
class World {
  readonly clock: FakeClock = createFakeClock();
  readonly state = new StateStoreInMemory({ clock: this.clock });
  readonly errors: unknown[] = [];
  /** What the processes do, in order: `+acme`, `-acme`. */
  readonly log: string[] = [];
  /** The tenants that cannot be opened now. */
  readonly broken = new Set<string>();
  openMs = 0;
  closeMs = 0;

  process(
    fixed: readonly string[] = ["main"],
    name = "",
    registry: TenantRegistry | null = new TenantRegistry(this.state, "main"),
  ): Promise<TenantSet<ServedTenant>> {
    const { clock, log, broken } = this;
    const open = async (tenant: string): Promise<ServedTenant> => {
      if (this.openMs > 0) await sleep(clock, this.openMs);
      if (broken.has(tenant)) throw new Error(`${tenant} is broken`);
      log.push(`${name}+${tenant}`);
      const close = async (): Promise<void> => {
        if (this.closeMs > 0) await sleep(clock, this.closeMs);
        log.push(`${name}-${tenant}`);
      };
      const settings = new TenantSettingsCache({ tenant, state: this.state, clock });
      return { engine: { tenant, settings } as Engine, close };
    };
    return TenantSet.open({
      fixed,
      registry,
      state: this.state,
      open,
      clock,
      onError: (error) => this.errors.push(error),
    });
  }
}

test("a tenant that is added is served at once here, and within a second elsewhere; a restart keeps it", async () => {
  const world = new World();
  const [own, other] = [await world.process(["main"]), await world.process(["main"], "other ")];
  other.follow();
  await own.add("acme");
  expect(own.names).toEqual(["main", "acme"]);
  expect(own.get("acme").engine.tenant).toBe("acme");
  await world.clock.advance(1000);
  expect(other.names).toEqual(["main", "acme"]);
  expect((await world.process()).names).toEqual(["main", "acme"]);
});

test("settings that another process changed are known within a second, and read no more often than they change", async () => {
  const world = new World();
  const [own, other] = [await world.process(["main"]), await world.process(["main"], "other ")];
  other.follow();
  await world.clock.advance(1000);
  let calls = 0;
  const { settings } = other.get("main").engine;
  settings.onChange(() => (calls += 1));
  await own.get("main").engine.settings.change({ disabled: true }, { revision: null, by: "user:li" });
  await world.clock.advance(1000);
  expect(settings.known).toMatchObject({ disabled: true, updatedBy: "user:li" });
  await world.clock.advance(10_000);
  expect([calls, world.errors]).toEqual([1, []]);
});

test("a tenant that is removed is closed here and elsewhere, and the others are not touched", async () => {
  const world = new World();
  const [own, other] = [await world.process(["main"]), await world.process(["main"], "other ")];
  other.follow();
  await own.add("acme");
  await own.add("globex");
  await world.clock.advance(1000);
  const before = [other.get("main"), other.get("globex")];
  await other.remove("acme");
  expect(() => other.get("acme")).toThrow('Cannot use tenant "acme": this process serves main, globex');
  expect(own.names).toEqual(["main", "acme", "globex"]);
  own.follow();
  await world.clock.advance(1000);
  expect(own.names).toEqual(["main", "globex"]);
  expect([other.get("main"), other.get("globex")]).toEqual(before);
  expect(world.log.filter((entry) => entry.includes("-"))).toEqual(["other -acme", "-acme"]);
});

test("while a tenant is closed it is not served, and one that is added again waits for the end of it", async () => {
  const world = new World();
  world.closeMs = 30_000;
  const set = await world.process();
  await set.add("acme");
  const removed = set.remove("acme");
  await world.clock.settle();
  expect(set.names).toEqual(["main"]);
  const added = set.add("acme");
  await world.clock.advance(29_999);
  expect(set.names).toEqual(["main"]);
  await world.clock.advance(1);
  await Promise.all([removed, added]);
  expect(world.log).toEqual(["+main", "+acme", "-acme", "+acme"]);
});

test("a tenant of the options cannot be removed, nor one that is not served, nor a text added that names none", async () => {
  const set = await new World().process();
  await expect(set.remove("main")).rejects.toThrow('Cannot remove tenant "main": it is one of those');
  await expect(set.remove("acme")).rejects.toThrow('Cannot remove tenant "acme": this process serves main');
  await expect(set.add("a/b")).rejects.toMatchObject({ code: "invalid_argument" });
  await set.add("main");
  expect(set.names).toEqual(["main"]);
});

test("a tenant that cannot be opened stays added, and is tried again every ten seconds", async () => {
  const world = new World();
  world.broken.add("acme");
  const set = await world.process();
  set.follow();
  await expect(set.add("acme")).rejects.toThrow("acme is broken");
  await world.clock.advance(9000);
  expect(world.errors).toEqual([]);
  await world.clock.advance(2000);
  expect(world.errors).toEqual([new Error("acme is broken")]);
  world.broken.delete("acme");
  await world.clock.advance(11_000);
  expect(set.names).toEqual(["main", "acme"]);
});

test("a first tenant that cannot be opened closes the others and stops the start", async () => {
  const world = new World();
  world.broken.add("globex");
  await expect(world.process(["acme", "globex"])).rejects.toThrow("globex is broken");
  expect(world.log).toEqual(["+acme", "-acme"]);
});

test("many processes that add and remove at once lose no change", async () => {
  const world = new World();
  const sets = await Promise.all(Array.from({ length: 8 }, () => world.process()));
  await Promise.all(sets.map((set, index) => set.add(`t${index}`)));
  for (const set of sets) set.follow();
  await world.clock.advance(1000);
  for (const set of sets)
    expect(set.names.toSorted()).toEqual(["main", ...sets.map((_, index) => `t${index}`)]);
});

test("what is opened for each tenant is closed before its tenant, and is opened for those that are added", async () => {
  const world = new World();
  const set = await world.process();
  const closer = (tenant: string) => ({ close: () => void world.log.push(`-app ${tenant}`) });
  const apps = set.forEach((tenant) => {
    world.log.push(`+app ${tenant}`);
    return closer(tenant);
  });
  await set.add("acme");
  await set.remove("acme");
  await set.add("globex");
  await apps.close();
  await set.add("initech");
  expect(world.log).toEqual([
    "+main",
    "+app main",
    "+acme",
    "+app acme",
    "-app acme",
    "-acme",
    "+globex",
    "+app globex",
    "-app main",
    "-app globex",
    "+initech",
  ]);
});

test("a tenant is served also where what is opened for it fails, which is reported", async () => {
  const world = new World();
  const set = await world.process();
  set.forEach((tenant) => {
    if (tenant === "acme") throw new Error("no app");
    return { close: () => {} };
  });
  await set.add("acme");
  expect(set.names).toEqual(["main", "acme"]);
  expect(world.errors).toEqual([new Error("no app")]);
});

test("a process for the tenants of its options alone adds none", async () => {
  const world = new World();
  const own = await world.process();
  await own.add("acme");
  const alone = await world.process(["globex"], "", null);
  alone.follow();
  await world.clock.advance(2000);
  expect(alone.names).toEqual(["globex"]);
  await expect(alone.add("initech")).rejects.toThrow("this process serves globex and no others");
});

test("however they are added and removed: each process comes to serve what was wanted last, each tenant once at a time", async () => {
  const step = fc.record({
    process: fc.nat(1),
    tenant: fc.constantFrom("acme", "globex"),
    add: fc.boolean(),
    thenMs: fc.constantFrom(0, 0, 10, 400, 1200),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 20 }),
      fc.constantFrom(0, 50, 900),
      fc.constantFrom(0, 50, 900),
      async (steps, openMs, closeMs) => {
        const world = new World();
        const sets = [await world.process(["main"], "a"), await world.process(["main"], "b")];
        for (const set of sets) set.follow();
        Object.assign(world, { openMs, closeMs });
        const calls: Promise<unknown>[] = [];
        for (const { process, tenant, add, thenMs } of steps) {
          const set = sets[process] as TenantSet<ServedTenant>;
          calls.push(add ? set.add(tenant) : set.remove(tenant).catch(() => {}));
          await world.clock.advance(thenMs);
        }
        await world.clock.advance(5000);
        await Promise.all(calls);
        const wanted = ["main", ...(await new TenantRegistry(world.state, "main").read())].toSorted();
        for (const set of sets) expect(set.names.toSorted()).toEqual(wanted);
        const open = new Set<string>();
        for (const entry of world.log) {
          const [, process = "", sign, tenant = ""] = /^(.)([+-])(.*)$/.exec(entry) ?? [];
          if (sign === "+") expect(open.has(process + tenant)).toBe(false);
          else expect(open.has(process + tenant)).toBe(true);
          if (sign === "+") open.add(process + tenant);
          else open.delete(process + tenant);
        }
        const closed = Promise.all(sets.map((set) => set.close()));
        await world.clock.advance(5000);
        await closed;
        expect(world.clock.pending).toBe(0);
      },
    ),
    { numRuns: 200 },
  );
});

test("a set that is closed can still be asked, and changes no more", async () => {
  const set = await new World().process();
  await set.add("acme");
  await set.close();
  expect(set.get("acme").engine.tenant).toBe("acme");
  await expect(set.add("globex")).rejects.toMatchObject({ code: "shutting_down" });
});
