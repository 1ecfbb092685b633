import { type JobDefinition, type JobInstance, type JobState, Permission } from "@mojob/core";
import type { AttentionItem } from "@mojob/core/engine";
import {
  AppSet,
  begin,
  cancelRunning,
  requestCancel,
  Requester,
  type WorkCalendar,
} from "@mojob/core/feature";
import { aRequester } from "@mojob/test-fixtures/requester";
import { aDefinition, type DefinitionOverrides, anInstance, START } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld, type World } from "@mojob/test-fixtures/world";
import { expect, test } from "vitest";
import { watchAlarms } from "../../fixtures/alarm-watch.ts";
import { readAttention } from "./attention.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

function ago(ms: number): Date {
  return new Date(START.getTime() - ms);
}

function job(key: string, overrides: DefinitionOverrides = {}): JobDefinition {
  return aDefinition({ key, ...overrides });
}

let runs = 0;
function ran(
  jobKey: string,
  state: JobState,
  minutesAgo: number,
  more: Partial<JobInstance> = {},
): JobInstance {
  const at = ago(minutesAgo * 60_000);
  return anInstance({
    id: `run-${(runs += 1)}`,
    jobKey,
    state,
    createdAt: at,
    updatedAt: at,
    enqueuedAt: at,
    completedAt: at,
    ...more,
  });
}

/** What is said where the workers have the code of `taken`, by kind. */
async function attention(
  world: World,
  { taken, scope = null }: { readonly taken: readonly string[]; readonly scope?: string | null },
): Promise<Readonly<Record<string, AttentionItem>>> {
  const workers = (): ReturnType<Parameters<typeof readAttention>[1]["workers"]> =>
    Promise.resolve(["mail", "ledger"].map((app) => anExecutor({ app, jobKeys: taken })));
  const items = await readAttention(aRequester(scope), { ...world, tenant: "default", workers });
  return Object.fromEntries(items.map((item) => [item.kind, item]));
}

test("readAttention() has nothing to say where all is well, disabled jobs included", async () => {
  const world = createWorld();
  await world.define(job("a"), job("b", { options: { disabled: true } }));
  await world.store.instances.insert([ran("a", "Succeeded", 1), ran("a", "Terminated", 2)]);
  expect(await attention(world, { taken: ["a"] })).toEqual({});
});

test("readAttention() counts a job's failures in a row, and leaves out one that has succeeded since", async () => {
  const world = createWorld();
  await world.define(job("bad"), job("mended"), job("worse"));
  await world.store.instances.insert([
    ran("bad", "Succeeded", 9),
    ran("bad", "Terminated", 8, { id: "the-last" }),
    ran("bad", "Cancelled", 7),
    ran("bad", "Processing", 6, { completedAt: null }),
    ran("mended", "Terminated", 5),
    ran("mended", "Succeeded", 4),
    ...Array.from({ length: 25 }, (_, minute) => ran("worse", "Terminated", 30 + minute)),
    ran("gone", "Terminated", 1),
  ]);
  const { run_failed: failing, ...rest } = await attention(world, { taken: ["bad", "mended", "worse"] });
  expect(rest).toEqual({});
  expect(failing).toMatchObject({
    total: 2,
    jobs: [
      { key: "worse", count: 20, atLeast: true },
      { key: "bad", count: 1, atLeast: false, instanceId: "the-last", at: ago(8 * 60_000) },
    ],
  });
});

test("readAttention() forgets failures of more than a day ago", async () => {
  const world = createWorld();
  await world.define(job("a"));
  await world.store.instances.insert([ran("a", "Terminated", 24 * 60 + 1)]);
  expect(await attention(world, { taken: ["a"] })).toEqual({});
});

test("readAttention() names jobs no worker takes, five of many, and those of leaving workers", async () => {
  const world = createWorld();
  await world.define(...Array.from({ length: 7 }, (_, index) => job(`job-${index}`)));
  const options = { ...world, tenant: "default" };
  const workers = (): Promise<readonly ReturnType<typeof anExecutor>[]> =>
    Promise.resolve([
      anExecutor({ jobKeys: ["job-0"] }),
      anExecutor({ id: "leaving", jobKeys: ["job-1"], draining: true }),
    ]);
  const [item, ...rest] = await readAttention(aRequester(), { ...options, workers });
  expect(rest).toEqual([]);
  expect(item).toMatchObject({ kind: "no_worker", total: 6 });
  expect(item?.jobs.map(({ key }) => key)).toEqual(["job-1", "job-2", "job-3", "job-4", "job-5"]);
});

test("readAttention() lists a run that has waited for minutes, by when its wait began", async () => {
  const world = createWorld();
  await world.define(job("a"));
  await world.store.instances.insert([
    ran("a", "Enqueued", 60, { completedAt: null, enqueuedAt: ago(119_000) }),
  ]);
  expect(await attention(world, { taken: ["a"] })).toEqual({});
  await world.store.instances.insert([ran("a", "Enqueued", 61, { id: "old", completedAt: null })]);
  const { waiting } = await attention(world, { taken: ["a"] });
  expect(waiting?.jobs).toMatchObject([{ key: "a", instanceId: "old", at: ago(61 * 60_000) }]);
});

test("readAttention() says that a run waits for a slot, which no further worker would give it", async () => {
  const world = createWorld();
  await world.define(job("a"));
  const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
  await world.store.instances.insert([
    ran("a", "Enqueued", 61, { id: "behind", completedAt: null, reason, lane: "a" }),
  ]);
  const found = await attention(world, { taken: ["a"] });
  expect(found["waiting_for_slot"]?.jobs).toMatchObject([{ key: "a", instanceId: "behind" }]);
  expect(Object.keys(found)).toEqual(["waiting_for_slot"]);
});

test("readAttention() names the jobs of a stopped app at once, and none whose app was started again", async () => {
  const world = createWorld();
  const stopped = (key: string, until: Date | null): JobDefinition =>
    job(key, { kind: "recurring", appPause: { at: ago(60_000), until, note: null } });
  await world.define(stopped("silent", null), stopped("fires", ago(1)));
  const found = await attention(world, { taken: ["silent", "fires"] });
  expect(found["app_stopped"]).toMatchObject({ total: 1, jobs: [{ key: "silent", at: ago(60_000) }] });
  expect(Object.keys(found)).toEqual(["app_stopped"]);
});

test("readAttention() does not take what debug mode or a disabled job held back for overlaps", async () => {
  const world = createWorld();
  await world.define(job("a"));
  await world.store.instances.insert([
    ran("a", "Skipped", 1, { reason: { code: "debug_mode", parameters: { kind: "recurring" } } }),
    ran("a", "Skipped", 2, { reason: { code: "job_disabled" } }),
  ]);
  expect(await attention(world, { taken: ["a"] })).toEqual({});
});

test("readAttention() parts missed fires, late ones and overlaps, and adds up what each stands for", async () => {
  const world = createWorld();
  await world.define(job("a"), job("b"), job("c"));
  const full = { code: "job_full", parameters: { limit: 1 } } as const;
  const missed = { count: 40, from: ago(9000), to: ago(8000) };
  await world.store.instances.insert([
    ran("a", "Skipped", 3, { missed }),
    ran("a", "Skipped", 2, { missed: { ...missed, count: 2 } }),
    ran("b", "Skipped", 1, { id: "latest", reason: full }),
    ran("b", "Skipped", 4, { reason: full }),
    ran("c", "Skipped", 5, {
      reason: { code: "begun_too_late", parameters: { graceMs: 60_000, policy: "skip" } },
    }),
  ]);
  const found = await attention(world, { taken: ["a", "b", "c"] });
  expect(found["begun_too_late"]?.jobs).toMatchObject([{ key: "c", count: 1 }]);
  expect(found["missed"]?.jobs).toMatchObject([{ key: "a", count: 42, atLeast: false }]);
  expect(found["overlapped"]?.jobs).toMatchObject([{ key: "b", count: 2, instanceId: "latest" }]);
});

test("readAttention() lists pauses of a week, unless they are over, and of options that are not the code's", async () => {
  const world = createWorld();
  const paused = (key: string, days: number, until: Date | null = null): JobDefinition =>
    job(key, { kind: "recurring", pause: { at: ago(days * A_DAY_MS), until, note: null } });
  const edited = job("edited");
  await world.define(paused("forgotten", 7), paused("fresh", 6), paused("over", 9, ago(1)), {
    ...edited,
    options: { ...edited.options, retryCount: 7 },
  });
  const found = await attention(world, { taken: ["forgotten", "fresh", "over", "edited"] });
  expect(found["paused_long"]?.jobs).toMatchObject([{ key: "forgotten", at: ago(7 * A_DAY_MS) }]);
  expect(found["differs"]?.jobs).toMatchObject([{ key: "edited" }]);
  expect(Object.keys(found)).toHaveLength(2);
});

test("readAttention() lists fires that are due and that no process made happen", async () => {
  const world = createWorld();
  await world.define(
    job("often", { kind: "recurring", options: { cron: "* * * * * *" }, scheduledSince: ago(A_DAY_MS) }),
    job("seldom", { kind: "recurring", options: { cron: "0 0 12 * * *" }, scheduledSince: ago(A_DAY_MS) }),
  );
  const taken = ["often", "seldom"];
  await world.state.compareAndSet("mojob/default/firing/cursor", null, ago(40_000).toISOString());
  expect(await attention(world, { taken })).toEqual({});
  const entry = await world.state.get("mojob/default/firing/cursor");
  await world.state.compareAndSet(
    "mojob/default/firing/cursor",
    entry?.version ?? null,
    ago(50_000).toISOString(),
  );
  const { firing_stopped: late } = await attention(world, { taken });
  expect(late).toMatchObject({ total: 1, jobs: [{ key: "often", at: ago(49_000) }] });
});

test("readAttention() sees one app only where it is limited to it", async () => {
  const world = createWorld();
  await world.define(job("a", { app: "ledger" }), job("b", { app: "mail" }));
  await world.store.instances.insert([
    ran("a", "Terminated", 1, { app: "ledger" }),
    ran("b", "Terminated", 1, { app: "mail" }),
    ran("b", "Enqueued", 10, { app: "mail", completedAt: null }),
  ]);
  const found = await attention(world, { taken: ["a"], scope: "ledger" });
  expect(Object.keys(found)).toEqual(["run_failed"]);
  expect(found["run_failed"]?.jobs).toMatchObject([{ key: "a" }]);
});

test("readAttention() names the jobs whose code goes on in its slot, with the oldest run and since when", async () => {
  const world = createWorld();
  await world.define(job("hung"), job("other", { app: "ledger" }));
  for (const [id, jobKey, minutes] of [
    ["run-a", "hung", 5],
    ["run-b", "hung", 3],
    ["run-c", "other", 1],
  ] as const) {
    const at = ago(minutes * 60_000);
    const run = anInstance({ id, jobKey, lane: jobKey, createdAt: at });
    await world.store.instances.insert([run]);
    const ref = { tenant: "default", id, attempt: 1, claim: id, worker: "worker-1" };
    await world.store.instances.admit([{ change: begin(ref, at, 0), lane: jobKey, limit: 2 }]);
    const abandoned = { attempt: 1, worker: "worker-1", at };
    const reason = { code: "cancelled", parameters: { by: null, note: null } } as const;
    await world.store.instances.update([
      requestCancel({ ...run, state: "Processing", attempt: 1 }, at, reason),
    ]);
    await world.store.instances.update([cancelRunning(ref, at, reason, null, abandoned)]);
  }
  const { code_goes_on: item } = await attention(world, { taken: ["hung", "other"], scope: "mail" });
  expect(item).toEqual({
    kind: "code_goes_on",
    severity: "critical",
    total: 1,
    jobs: [{ key: "hung", name: "Send", count: 2, atLeast: false, at: ago(5 * 60_000), instanceId: "run-a" }],
  });
});

test("readAttention() names the jobs that the store had lost, with when they were stored again", async () => {
  const world = createWorld();
  await world.define(job("kept"), job("lost"));
  await world.state.set("mojob/default/store-restored", [ago(60_000).toISOString(), "lost", "deleted"], {});
  const { store_restored: item } = await attention(world, { taken: ["kept", "lost"] });
  expect(item).toMatchObject({ severity: "critical", total: 1, jobs: [{ key: "lost", at: ago(60_000) }] });
});

test("readAttention() leaves out what an open incident that the caller may read is about, where it is asked to", async () => {
  const { world, run, pass, passFor } = await watchAlarms({}, job("failing"), job("mended"));
  await world.define(job("idle", { app: "billing" }), job("due", { app: "billing" }));
  await run("failing", "Terminated");
  await run("mended", "Succeeded");
  await world.store.instances.insert([ran("due", "Enqueued", 0, { app: "billing", completedAt: null })]);
  const workers = async (): Promise<readonly ReturnType<typeof anExecutor>[]> => [
    anExecutor({ jobKeys: ["failing", "mended"] }),
  ];
  const asked = async (
    granted: readonly Permission[],
    withoutIncidents = true,
  ): Promise<readonly string[]> => {
    const requester = new Requester({
      by: "user:li",
      scope: null,
      may: AppSet.ALL,
      known: () => AppSet.ALL,
      needed: [],
      granted: { permissions: granted },
    });
    const items = await readAttention(
      requester,
      { ...world, tenant: "default", workers },
      { withoutIncidents },
    );
    return items.map(({ kind, total }) => `${kind} ${total}`);
  };
  const reader = [Permission.ReadSystem, Permission.ReadAlarms, Permission.ReadRuns];
  const all = ["run_failed 1", "no_worker 2"];
  expect(await asked(reader)).toEqual(all);
  await pass();
  expect(await asked(reader)).toEqual(["no_worker 2"]);
  await passFor(70_000);
  expect(await asked(reader)).toEqual([]);
  expect(await asked(reader, false)).toEqual(all);
  expect(await asked([Permission.ReadSystem, Permission.ReadRuns])).toEqual(all);
  await run("mended", "Terminated");
  expect(await asked(reader)).toEqual(["run_failed 1"]);
  await pass();
  expect(await asked(reader)).toEqual([]);
});

test("readAttention() lists jobs whose calendar is not there, or knows the days of at most 45 days to come", async () => {
  const today = START.getTime() / A_DAY_MS;
  const calendar = (key: string, knownTo: number | null): [string, WorkCalendar] => [
    key,
    { key, revision: 1, knownTo, dayAt: () => ({ works: true, name: null, isEstimated: false }) },
  ];
  const calendars = new Map([
    calendar("near", today + 43),
    calendar("far", today + 44),
    calendar("over", today - 10),
    calendar("endless", null),
  ]);
  const world = createWorld({ rules: [{ load: async () => ({ calendars }) }] });
  const fires = (key: string, options = {}) =>
    job(`by-${key}`, { kind: "recurring", options: { cron: "0 0 9 * * *", calendar: { key }, ...options } });
  await world.define(
    ...["near", "far", "over", "endless", "gone"].map((key) => fires(key)),
    fires("nothing", { disabled: true }),
  );
  const found = await attention(world, {
    taken: ["near", "far", "over", "endless", "gone"].map((key) => `by-${key}`),
  });
  expect(found["calendar_missing"]).toMatchObject({ severity: "warning", jobs: [{ key: "by-gone" }] });
  expect(found["calendar_ends"]).toMatchObject({
    severity: "info",
    jobs: [
      { key: "by-over", at: new Date(START.getTime() - 9 * A_DAY_MS) },
      { key: "by-near", at: new Date(START.getTime() + 44 * A_DAY_MS) },
    ],
  });
});
