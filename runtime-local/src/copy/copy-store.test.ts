import { aDefinition, anIncident, anInstance } from "@mojob/contract-tests";
import { defineRecurringJob, defineTriggeredJob, type JobInstance } from "@mojob/core";
import { bytesOf } from "@mojob/core/engine";
import { BEFORE_ALL_ENDS, FILE_LIMITS, type JobLogLine } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startEmbedded } from "../embedded.ts";
import { copyStore } from "./copy-store.ts";
import type { StorePair } from "./store-pair.ts";

const TENANT = "default";
const CURSOR = "mojob/default/firing/cursor";

function open(): StorePair {
  return { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
}

let from: StorePair;
let to: StorePair;

beforeEach(() => {
  from = open();
  to = open();
});

function ended(id: string): JobInstance {
  const at = new Date(1_800_000_000_000);
  return anInstance({ id, state: "Succeeded", createdAt: at, completedAt: at, result: { of: id } });
}

async function endedIds({ store }: StorePair, position: string): Promise<readonly string[]> {
  return (await store.instances.endedAfter(TENANT, position, 10_000)).runs.map(({ id }) => id);
}

async function insertEnded(count: number, prefix = "run"): Promise<readonly string[]> {
  const runs = Array.from({ length: count }, (_, index) => ended(`${prefix}-${index}`));
  await from.store.instances.insert(runs);
  return runs.map(({ id }) => id);
}

/** The same stores, whose nth call is done and then fails. */
function failingAt({ store, state }: StorePair, nth: number): StorePair {
  let calls = 0;
  const wrap = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === "object" && value !== null) return wrap(value);
        if (typeof value !== "function") return value;
        if (name === "records")
          return (...args: readonly unknown[]): unknown => wrap(Reflect.apply(value, target, args) as object);
        // A lease that is taken and lost ends by itself, ten seconds later.
        if (String(name).endsWith("Lease")) return value.bind(target) as unknown;
        return async (...args: readonly unknown[]): Promise<unknown> => {
          calls += 1;
          const isFailing = calls === nth;
          const result: unknown = await Reflect.apply(value, target, args);
          if (isFailing) throw new Error("The response was lost");
          return result;
        };
      },
    });
  return { store: wrap(store), state: wrap(state) };
}

describe("copyStore()", () => {
  it("copies the files of runs, and what an interrupted copy has not copied of them", async () => {
    const [first, second] = await insertEnded(3);
    const put = (instanceId: string, name: string, text: string): Promise<unknown> =>
      from.store.files.put({ tenant: TENANT, instanceId, name }, bytesOf(text), FILE_LIMITS);
    await put(first ?? "", "a.txt", "a");
    await put(first ?? "", "b.txt", "b");
    await put(second ?? "", "a.txt", "another a");
    await put("removed", "a.txt", "left over");
    const { files } = to.store;
    let copied = 0;
    const put2 = vi.spyOn(files, "put").mockImplementationOnce(async () => {
      throw new Error("The disk is full");
    });
    await expect(copyStore(from, to, { tenants: [TENANT] })).rejects.toThrow("The disk is full");
    await copyStore(from, to, { tenants: [TENANT], onProgress: () => (copied += 1) });
    expect(put2).toHaveBeenCalledTimes(4);
    expect(copied).toBeGreaterThan(0);
    const textOf = async (id: string | undefined, name: string): Promise<string> =>
      new Response((await files.get(TENANT, id ?? "", name))?.open()).text();
    expect(await textOf(first, "a.txt")).toBe("a");
    expect(await textOf(first, "b.txt")).toBe("b");
    expect(await textOf(second, "a.txt")).toBe("another a");
    expect((await files.runs(TENANT, null, 10)).toSorted()).toEqual([first, second]);
  });

  it("copies definitions, open and ended runs, logs, counts and state", async () => {
    const definition = aDefinition({
      revision: 7,
      pause: { at: new Date(5), until: null, note: "holidays" },
    });
    await from.store.definitions.create(definition);
    const open = [
      anInstance({ id: "waits" }),
      anInstance({ id: "later", state: "Scheduled", scheduledFor: new Date(9e12) }),
      anInstance({ id: "ran", state: "Processing", claim: "claim", worker: "dead", attempt: 1 }),
    ];
    await from.store.instances.insert(open);
    const ids = await insertEnded(450);
    const lines = Array.from({ length: 1200 }, (_, seq): JobLogLine => ({
      tenant: TENANT,
      instanceId: "run-3",
      seq,
      at: new Date(seq),
      attempt: 1,
      level: "info",
      message: `line ${seq}`,
    }));
    await from.store.logs.append(lines);
    await from.state.set(CURSOR, "2026-01-01T00:00:00.000Z");
    await from.state.set("mojob/default/session/secret", 1);
    await from.state.set("mojob/default/failure/group", "known");
    await from.state.set("mojob/default/call-nonce/shop//key/nonce", true);
    await from.state.set("mojob/default/executor-keys/shop/", []);
    const set = vi.spyOn(to.state, "set");
    const progress: number[] = [];

    const copied = await copyStore(from, to, { onProgress: ({ ended: runs }) => progress.push(runs) });

    expect(copied).toEqual([{ tenant: TENANT, definitions: 1, ended: 450, open: 3 }]);
    expect(progress).toContain(200);
    expect(await to.store.definitions.getAll(TENANT)).toEqual([definition]);
    const all = [...ids, ...open.map(({ id }) => id)];
    expect(await to.store.instances.get(TENANT, all)).toEqual(await from.store.instances.get(TENANT, all));
    expect(await to.store.logs.list(TENANT, "run-3", -1, 5000)).toEqual(lines);
    expect(await to.store.statistics.countByState(TENANT)).toEqual(
      await from.store.statistics.countByState(TENANT),
    );
    expect((await to.state.list("")).map(({ key, value }) => [key, value])).toEqual([
      ["mojob/default/call-nonce/shop//key/nonce", true],
      ["mojob/default/executor-keys/shop/", []],
      ["mojob/default/failure/group", "known"],
      [CURSOR, "2026-01-01T00:00:00.000Z"],
    ]);
    const keptMs = 90 * 86_400_000;
    expect(set).toHaveBeenCalledWith("mojob/default/failure/group", "known", { ttlMs: keptMs });
    expect(set).toHaveBeenCalledWith("mojob/default/call-nonce/shop//key/nonce", true, { ttlMs: 130_000 });
    expect(set).toHaveBeenCalledWith("mojob/default/executor-keys/shop/", [], {});
  });

  it("gives each follower the place it had: the ends it has followed are before, the others behind", async () => {
    const position = async (): Promise<string> =>
      (await from.store.instances.endedAfter(TENANT, null, 1)).position;
    await from.state.set(CURSOR, "2026-01-01T00:00:00.000Z");
    await insertEnded(250, "old");
    const at = new Date(7).toISOString();
    await from.state.set("mojob/default/following/late", { position: await position(), at });
    const second = await insertEnded(3, "second");
    await from.state.set("mojob/default/following/later", { position: await position(), at });
    const third = await insertEnded(230, "third");
    await from.state.set("mojob/default/following/present", { position: await position(), at });

    await copyStore(from, to);

    const unfollowed = async (follower: string): Promise<readonly string[]> => {
      const { value } = (await to.state.get(`mojob/default/following/${follower}`))!;
      expect(value).toMatchObject({ at });
      return endedIds(to, (value as { readonly position: string }).position);
    };
    expect(await unfollowed("late")).toEqual([...second, ...third]);
    expect(await unfollowed("later")).toEqual(third);
    expect(await unfollowed("present")).toEqual([]);
    expect(await endedIds(to, BEFORE_ALL_ENDS)).toEqual(await endedIds(from, BEFORE_ALL_ENDS));
  });

  it("continues where it was interrupted, and nothing starts on the target before it is complete", async () => {
    await from.state.set(CURSOR, "2026-01-01T00:00:00.000Z");
    const ids = await insertEnded(900);
    const abort = new AbortController();
    const stopped = copyStore(from, to, {
      signal: abort.signal,
      onProgress: ({ ended: runs }) => runs >= 400 && abort.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    await expect(startEmbedded({ features: FEATURES, app: "a", jobs: [], ...to })).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("was interrupted; copy again"),
    });

    const seen: number[] = [];
    await copyStore(from, to, { onProgress: ({ ended: runs }) => seen.push(runs) });
    expect(seen[0]).toBeGreaterThan(400);
    expect(await endedIds(to, BEFORE_ALL_ENDS)).toEqual(ids);
    await (await startEmbedded({ features: FEATURES, app: "a", jobs: [], ...to })).close();
  });

  it("copies where tasks stand, versions of their graphs, what people did and what went wrong, so that all goes on", async () => {
    const ran: string[] = [];
    const work = (name: string) => defineTriggeredJob({ key: name, execute: () => void ran.push(name) });
    const jobs = [work("before"), work("after")];
    const body = (last: string) => ({
      engine: 1 as const,
      nodes: [
        { id: "one", type: "job" as const, job: { key: "before" } },
        { id: "wait", type: "wait" as const, pre: [{ node: "one" }], for: { signal: "go" } },
        { id: "two", type: "job" as const, pre: [{ node: "wait" }], job: { key: last } },
      ],
    });
    const first = await startEmbedded({ features: FEATURES, app: "a", jobs, ...from });
    const task = {
      key: "graph",
      app: "a",
      kind: "triggered",
      options: { maxConcurrency: null },
      work: { kind: "task", body: body("after") },
    } as const;
    await first.scheduler.jobs.create(task);
    const ended = await first.scheduler.instances.trigger("graph", {});
    const open = await first.scheduler.instances.trigger("graph", {});
    const waits = async ({ id }: { readonly id: string }): Promise<void> => {
      await vi.waitFor(async () => {
        const states = await from.store.tasks.read(TENANT, id);
        expect(states?.nodes["wait"]?.s).toBe("Waiting");
      });
    };
    await waits(ended);
    await waits(open);
    await first.scheduler.tasks.operate(ended.id, { type: "signal", signal: "go" });
    await first.scheduler.ended(ended.id);
    // The run that waits is pinned to the version that is no longer in force.
    await first.scheduler.scripts.save("graph", {
      source: JSON.stringify(body("before")),
      expectedVersion: 1,
    });
    await first.close();
    await from.store.incidents.write([anIncident(TENANT, 1)]);
    await from.store.incidents.write([{ ...anIncident(TENANT, 1), revision: 2, count: 9 }]);

    await copyStore(from, to);
    expect(await to.store.incidents.unsettled(TENANT, 10)).toMatchObject([{ count: 9, revision: 1 }]);
    const acts = await from.store.history.list({ tenant: TENANT }, { limit: 100 });
    expect((await to.store.history.list({ tenant: TENANT }, { limit: 100 })).items).toEqual(acts.items);
    expect(acts.items.length).toBeGreaterThan(1);
    expect(await to.store.scripts.get(TENANT, "graph", 1)).toEqual(
      await from.store.scripts.get(TENANT, "graph", 1),
    );
    for (const { id } of [ended, open]) {
      expect(await to.store.tasks.read(TENANT, id)).toEqual(await from.store.tasks.read(TENANT, id));
      expect(await to.store.tasks.log(TENANT, id, 0, 1000)).toEqual(
        await from.store.tasks.log(TENANT, id, 0, 1000),
      );
    }
    ran.length = 0;
    const second = await startEmbedded({ features: FEATURES, app: "a", jobs, ...to });
    await second.scheduler.tasks.operate(open.id, { type: "signal", signal: "go" });
    expect((await second.scheduler.ended(open.id)).state).toBe("Succeeded");
    await second.close();
    expect(ran).toEqual(["after"]);
  });

  it("copies saved views, backfills and the sums of ended runs, which go on behind the runs they are of", async () => {
    const clock = createFakeClock("2026-03-10T12:00:00Z");
    const daily = defineRecurringJob({ key: "daily", cron: "0 0 3 * * *", execute: () => {} });
    const options = { features: FEATURES, app: "a", jobs: [daily], clock };
    const pairOf = ({ store }: StorePair): StorePair => ({ store, state: new StateStoreInMemory({ clock }) });
    const [source, target] = [pairOf(from), pairOf(to)];
    const first = await startEmbedded({ ...options, ...source });
    const view = { name: "Failed", page: "runs", filter: { state: "Terminated" } };
    const saved = await first.scheduler.views.create(view);
    await first.scheduler.views.replace(saved.id, { ...view, name: "Broken" }, null);
    const range = { from: "2026-03-01T00:00:00Z", to: "2026-03-08T00:00:00Z" };
    const done = await first.scheduler.backfills.create({ jobKey: "daily", ...range, atOnce: 7 });
    for (let waited = 0; waited < 8; waited += 1) await clock.advance(5000);
    const left = { from: "2026-03-08T00:00:00Z", to: "2026-03-10T00:00:00Z" };
    const paused = await first.scheduler.backfills.create({ jobKey: "daily", ...left });
    await first.scheduler.backfills.change(paused.id, { state: "paused" });
    await first.scheduler.trigger(daily);
    // The latest end is not in the sums yet.
    await first.close();

    for (let nth = 1, hasFailed = true; hasFailed; nth += 7) {
      const copying = copyStore(source, failingAt(target, nth), { clock, features: FEATURES });
      const failing = copying.then(
        () => false,
        () => true,
      );
      await clock.advance(60_000);
      hasFailed = await failing;
    }
    const second = await startEmbedded({ ...options, ...target });
    expect((await second.scheduler.views.list()).map(({ name }) => name)).toEqual(["Broken"]);
    expect(await second.scheduler.backfills.get(done.id)).toMatchObject({
      state: "completed",
      counts: { succeeded: 7 },
    });
    await second.scheduler.backfills.change(paused.id, { state: "running" });
    for (let waited = 0; waited < 8; waited += 1) await clock.advance(5000);
    expect(await second.scheduler.backfills.get(paused.id)).toMatchObject({ counts: { succeeded: 2 } });
    const report = await second.scheduler.reports.report({ range: "24h", jobKey: "daily" });
    expect(report.total.succeeded).toBe(10);
    await second.close();
  });

  it("keeps when a task that waits for a time is due", async () => {
    const clock = createFakeClock("2026-01-01T00:00:00Z");
    const first = await startEmbedded({ features: FEATURES, app: "a", jobs: [], clock, ...from });
    const nodes = [{ id: "wait", type: "wait" as const, for: { ms: "3600000" } }];
    const work = { kind: "task", body: { engine: 1, nodes } } as const;
    await first.scheduler.jobs.create({ key: "graph", app: "a", kind: "triggered", work });
    const { id } = await first.scheduler.instances.trigger("graph", {});
    await clock.settle();
    const due = await from.store.tasks.due(TENANT, 10);
    expect(due).toMatchObject([{ id }]);
    await first.close();
    await copyStore(from, to, { clock });
    expect(await to.store.tasks.due(TENANT, 10)).toEqual(due);
    const second = await startEmbedded({ features: FEATURES, app: "a", jobs: [], clock, ...to });
    await clock.advance(3_600_000);
    expect((await second.scheduler.instances.get(id)).state).toBe("Succeeded");
    await second.close();
  });

  it("is completed by a second call wherever the first one failed", async () => {
    await from.state.set(CURSOR, "2026-01-01T00:00:00.000Z");
    await insertEnded(5, "old");
    const { position } = await from.store.instances.endedAfter(TENANT, null, 1);
    await from.state.set("mojob/default/following/f", { position, at: new Date(7).toISOString() });
    const unfollowed = await insertEnded(5, "new");
    await from.store.instances.insert([anInstance({ id: "waits" })]);
    await from.store.definitions.create(aDefinition());
    let failures = 0;
    for (let nth = 1; failures === nth - 1; nth += 1) {
      to = open();
      await copyStore(from, failingAt(to, nth)).catch(() => (failures += 1));
      // Where only giving the lock back had failed, all is there.
      const isComplete = (await to.state.get("mojob/default/copy")) === null && (await to.state.get(CURSOR));
      if (!isComplete) await copyStore(from, to);
      const place = await to.state.get("mojob/default/following/f");
      const { position: placed } = place!.value as { readonly position: string };
      expect(await endedIds(to, placed), `after call ${nth}`).toEqual(unfollowed);
      expect(await endedIds(to, BEFORE_ALL_ENDS)).toEqual(await endedIds(from, BEFORE_ALL_ENDS));
      expect((await to.store.instances.get(TENANT, ["waits"]))[0]?.state).toBe("Enqueued");
      expect(await to.store.definitions.getAll(TENANT)).toHaveLength(1);
    }
    expect(failures).toBeGreaterThan(15);
  });

  it("refuses to continue once the source has run", async () => {
    await from.state.set(CURSOR, "2026-01-01T00:00:00.000Z");
    await insertEnded(900);
    const stopped = copyStore(from, to, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    await from.state.set(CURSOR, "2026-01-01T00:00:10.000Z");
    await expect(copyStore(from, to)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("the source has run since"),
    });
  });

  it.each([
    ["runs", async () => void (await to.store.instances.insert([anInstance()]))],
    ["jobs", async () => void (await to.store.definitions.create(aDefinition()))],
    ["state", async () => void (await to.state.set(CURSOR, "2026-01-01T00:00:00.000Z"))],
  ])("refuses a target that has %s", async (_, fill) => {
    await fill();
    await expect(copyStore(from, to, { tenants: [TENANT] })).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("name an empty store"),
    });
  });

  it.each(["source", "target"])("refuses while a scheduler runs on the %s", async (where) => {
    const clock = createFakeClock();
    const running = where === "source" ? from : to;
    const tick = defineRecurringJob({ key: "tick", cron: "* * * * * *", execute: () => {} });
    const state = new StateStoreInMemory({ clock });
    const pair = { store: running.store, state };
    const embedded = await startEmbedded({ features: FEATURES, app: "a", jobs: [tick], clock, ...pair });
    const copy =
      where === "source"
        ? copyStore(pair, to, { clock, tenants: [TENANT] })
        : copyStore(from, pair, { clock, tenants: [TENANT] });
    const refused = expect(copy).rejects.toMatchObject({
      code: "lock_held",
      message: `Cannot copy tenant "default": a scheduler runs on the ${where}; stop it, and keep it stopped`,
    });
    await clock.advance(12_000);
    await refused;
    await embedded.close();
  });

  it("refuses while a worker is alive, and not for one that was killed", async () => {
    const clock = createFakeClock();
    const worker = {
      id: "w-1",
      tenant: TENANT,
      app: "a",
      runtime: "node",
      runtimeVersion: "24",
      startedAt: clock.now(),
      running: 0,
      abandoned: 0,
      limit: null,
      draining: false,
      jobKeys: [],
    };
    const source = { store: from.store, state: new StateStoreInMemory({ clock }) };
    const target = { store: to.store, state: new StateStoreInMemory({ clock }) };
    await from.store.executors.save({ ...worker, lastSeenAt: clock.now() });
    const refused = expect(copyStore(source, target, { clock, tenants: [TENANT] })).rejects.toMatchObject({
      code: "lock_held",
      message: expect.stringContaining("a worker runs on the source"),
    });
    await clock.advance(5000);
    await from.store.executors.save({ ...worker, lastSeenAt: clock.now() });
    await clock.advance(1000);
    await refused;

    const copied = copyStore(source, target, { clock, tenants: [TENANT] });
    await clock.advance(12_000);
    expect(await copied).toHaveLength(1);
  });
});
