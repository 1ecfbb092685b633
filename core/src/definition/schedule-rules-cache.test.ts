import { aWindow } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { describe, expect, it, vi } from "vitest";
import type { ScheduleRuleSource, ScheduleRules } from "../schedule/rules/schedule-rules.ts";
import { compileWindow } from "../schedule/windows/compile-window.ts";
import { ScheduleRulesCache } from "./schedule-rules-cache.ts";

function aSource(): ScheduleRuleSource & { stored: Partial<ScheduleRules>; loads: number } {
  const source = {
    stored: {},
    loads: 0,
    load: async () => {
      source.loads += 1;
      return source.stored;
    },
  };
  return source;
}

const release = compileWindow(aWindow());

describe("the schedule rules of a tenant", () => {
  it("are read from no store where no feature keeps any", async () => {
    const get = vi.fn();
    const world = createWorld({ state: () => ({ get }) });
    expect(await world.rules.read()).toEqual({ calendars: new Map(), windows: [] });
    expect(get).not.toHaveBeenCalled();
  });

  it("are loaded once until an edit is announced, by whichever process", async () => {
    const source = aSource();
    const world = createWorld({ rules: [source] });
    const other = new ScheduleRulesCache({ ...world, tenant: "default", sources: [source] });
    const before = await world.rules.read();
    expect(await world.rules.read()).toBe(before);
    source.stored = { windows: [release] };
    await other.announce();
    expect((await world.rules.read()).windows).toEqual([release]);
    expect(await world.rules.read()).toBe(await world.rules.read());
    expect(source.loads).toBe(2);
  });

  it("have the version of the definitions change, without a change of any job", async () => {
    const world = createWorld({ rules: [aSource()] });
    const [version, changes] = [await world.cache.version(), vi.fn()];
    world.cache.onChange(changes);
    await world.rules.announce();
    expect(await world.cache.version()).not.toBe(version);
    expect(changes).toHaveBeenCalledWith([]);
  });

  it("wake the processes that only listen", async () => {
    const world = createWorld({ rules: [aSource()] });
    const changes = vi.fn();
    await world.cache.subscribe();
    const other = createWorld();
    const { JobDefinitionCache } = await import("./definition-cache.ts");
    const cache = new JobDefinitionCache({
      tenant: "default",
      store: other.store.definitions,
      state: world.state,
      bus: world.bus,
      createId: () => "event",
      onError: world.onError,
    });
    world.cache.onChange(changes);
    await cache.announceRules();
    await vi.waitFor(() => expect(changes).toHaveBeenCalled());
  });

  it("are read again after they could not be read", async () => {
    let fails = true;
    const world = createWorld({
      rules: [{ load: () => (fails ? Promise.reject(new Error("gone")) : Promise.resolve({})) }],
    });
    await expect(world.rules.read()).rejects.toThrow("gone");
    fails = false;
    expect(await world.rules.read()).toEqual({ calendars: new Map(), windows: [] });
  });
});
