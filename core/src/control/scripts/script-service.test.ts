import { FEATURES } from "@mojob/features";
import { describe, expect, test } from "vitest";
import { SAMPLE_KIND } from "@mojob/test-fixtures/sample-kind";
import { anExecutor, createWorld, type World } from "@mojob/test-fixtures/world";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import { sha256 } from "../../base/fingerprint.ts";
import { Janitor } from "../../duties/janitor.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { registerWorkKind } from "../../model/work-kinds.ts";
import type { QuotaOptions } from "../../model/option/quota-options.ts";
import type { IMoDefinitionStore } from "../../ports/definition-store.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const KEY = "ops.report";
const A_DAY_MS = 24 * 60 * 60 * 1000;

interface Place extends World {
  readonly scheduler: MoJobScheduler;
}

async function aPlace(
  quotas: QuotaOptions = {},
  wrap: (store: IMoJobScheduleMetadataStore) => IMoJobScheduleMetadataStore = (store) => store,
): Promise<Place> {
  const world = createWorld();
  const runners = [
    { kind: "script", names: ["shell", "python"] },
    { kind: "command", names: ["true"] },
    { kind: "task" },
    { kind: SAMPLE_KIND.kind },
  ] as const;
  registerWorkKind(SAMPLE_KIND);
  await world.store.executors.save(
    anExecutor({ app: "ops", workKinds: ["script", "command", "task", SAMPLE_KIND.kind], runners }),
  );
  const store = wrap(world.store);
  const engine = createEngine({
    ...world,
    store,
    tenant: "default",
    features: FEATURES,
    scheduler: { quotas },
  });
  const principal = {
    kind: "user",
    name: "li",
    permissions: ["jobs:read", "jobs:edit", "work:edit", "payloads:read"],
  } as const;
  const scheduler = createScheduler(engine);
  await create(scheduler, KEY);
  const asked = scheduler.as(principal);
  return { ...world, cache: engine.cache, scheduler: { ...scheduler, scripts: asked.scripts } };
}

function create(scheduler: MoJobScheduler, key: string, source = "echo one"): Promise<unknown> {
  const work = { kind: "script", language: "shell", source };
  return scheduler.jobs.create({ key, app: "ops", kind: "triggered", work });
}

/** The store with another way to replace definitions. */
function replacing(
  store: IMoJobScheduleMetadataStore,
  replace: IMoDefinitionStore["replace"],
): IMoJobScheduleMetadataStore {
  return withMethods(store, { definitions: withMethods(store.definitions, { replace }) });
}

async function numbers({ scripts }: MoJobScheduler, key = KEY): Promise<readonly number[]> {
  const { items } = await scripts.versions(key, { limit: 100 });
  return items.map(({ version }) => version);
}

describe("a draft", () => {
  test("has a number of its own beside versions that others save at the same time", async () => {
    const { scheduler } = await aPlace();
    const drafts = ["one", "two", "three"].map((name) =>
      scheduler.scripts.saveDraft(KEY, { source: `echo draft ${name}` }),
    );
    const saved = scheduler.scripts.save(KEY, { source: "echo in force", expectedVersion: 1 });
    const kept = (await Promise.all(drafts)).map(({ version }) => version);
    const inForce = await saved;
    expect([...kept, inForce].map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5]);
    // The version in force is kept once another one takes its place.
    await scheduler.scripts.save(KEY, { source: "echo next", expectedVersion: inForce.version });
    for (const { version, source } of [...kept, inForce])
      // oxlint-disable-next-line no-await-in-loop
      expect(await scheduler.scripts.version(KEY, version)).toMatchObject({ version, source });
    expect(await numbers(scheduler)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await scheduler.jobs.get(KEY)).definition.script?.version).toBe(6);
  });

  test("is in the history of its job, and not in a copy of it", async () => {
    const { scheduler } = await aPlace();
    const { version, issues } = await scheduler.scripts.saveDraft(KEY, { source: "echo 2", comment: "Try" });
    expect(version).toMatchObject({ version: 2, draft: true, comment: "Try", by: "user:li" });
    expect(issues).toEqual([]);
    const { definition } = await scheduler.jobs.get(KEY);
    expect(definition.latestAct).toMatchObject({
      kind: "edit",
      note: "Try",
      changes: [{ pointer: "/draft", before: null, after: "2" }],
    });
    await scheduler.jobs.copy(KEY, { key: "ops.copy" });
    expect(await numbers(scheduler, "ops.copy")).toEqual([1]);
    await scheduler.scripts.save("ops.copy", { source: "echo 3", expectedVersion: 1 });
    expect(await numbers(scheduler, "ops.copy")).toEqual([2, 1]);
  });

  test("stays when its job is removed, and its number is not given again", async () => {
    const { scheduler } = await aPlace();
    await scheduler.scripts.saveDraft(KEY, { source: "echo draft" });
    await scheduler.jobs.remove(KEY, 2);
    await create(scheduler, KEY, "echo again");
    expect(await numbers(scheduler)).toEqual([3, 2, 1]);
    expect(await scheduler.scripts.version(KEY, 2)).toMatchObject({ source: "echo draft", draft: true });
  });

  test("is refused where it is too large, where there are as many as may be, and to those who may only read", async () => {
    const { scheduler } = await aPlace({ maxScriptVersions: 2 });
    await expect(scheduler.scripts.saveDraft(KEY, { source: "x".repeat(262_145) })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: "/source" }],
    });
    await scheduler.scripts.saveDraft(KEY, { source: "echo 2" });
    await expect(scheduler.scripts.saveDraft(KEY, { source: "echo 3" })).rejects.toMatchObject({
      code: "quota_exceeded",
    });
    await expect(scheduler.scripts.save(KEY, { source: "echo 3", expectedVersion: 1 })).rejects.toMatchObject(
      { code: "quota_exceeded" },
    );
    const body = { engine: 1, nodes: [{ id: "a", type: "wait", for: { signal: "go" } }] };
    const task = { key: "ops.task", app: "ops", kind: "triggered", work: { kind: "task", body } };
    await scheduler.jobs.create(task as Parameters<typeof scheduler.jobs.create>[0]);
    const large = JSON.stringify({ ...body, title: "x".repeat(1_100_000) });
    await expect(scheduler.scripts.saveDraft("ops.task", { source: large })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: "/work/body", code: "too_many_bytes" }],
    });
    const reader = scheduler.as({ kind: "user", name: "wang", permissions: ["jobs:read"] });
    await expect(reader.scripts.saveDraft(KEY, { source: "echo" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("the history of a script", () => {
  test("begins with the job and grows with every other text, with who saved it and why", async () => {
    const { scheduler, clock } = await aPlace();
    const saved = await scheduler.scripts.save(KEY, {
      source: "echo two",
      expectedVersion: 1,
      comment: "Say two",
    });
    expect(saved).toEqual({
      tenant: "default",
      jobKey: KEY,
      version: 2,
      language: "shell",
      source: "echo two",
      bytes: 8,
      hash: await sha256("echo two"),
      at: clock.now(),
      by: "user:li",
      comment: "Say two",
      restored: null,
      copied: null,
    });
    await scheduler.scripts.save(KEY, { source: "print(3)", language: "python", expectedVersion: 2 });
    const { definition } = await scheduler.jobs.get(KEY);
    expect(definition.work).toEqual({ kind: "script", language: "python", source: "print(3)" });
    expect(definition.revision).toBe(3);
    const first = await scheduler.scripts.version(KEY, 1);
    expect(first).toMatchObject({ source: "echo one", language: "shell", by: null, comment: null });
    expect(await numbers(scheduler)).toEqual([3, 2, 1]);
  });

  test("does not grow with a text that is in force, nor with another option", async () => {
    const { scheduler } = await aPlace();
    const same = await scheduler.scripts.save(KEY, { source: "echo one", expectedVersion: 1 });
    expect(same.version).toBe(1);
    await scheduler.jobs.update(KEY, { retryCount: 2 }, 1);
    expect(await numbers(scheduler)).toEqual([1]);
    expect((await scheduler.jobs.get(KEY)).definition.script?.version).toBe(1);
  });

  test("is returned in pages, the newest first", async () => {
    const { scheduler } = await aPlace();
    for (const expectedVersion of [1, 2, 3, 4])
      await scheduler.scripts.save(KEY, { source: `echo ${expectedVersion}`, expectedVersion });
    const first = await scheduler.scripts.versions(KEY, { limit: 2 });
    expect(first.items.map(({ version }) => version)).toEqual([5, 4]);
    expect(first.items[0]).not.toHaveProperty("source");
    const second = await scheduler.scripts.versions(KEY, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(second.items.map(({ version }) => version)).toEqual([3, 2]);
    const third = await scheduler.scripts.versions(KEY, { limit: 2, cursor: second.nextCursor ?? "" });
    expect([third.items.map(({ version }) => version), third.nextCursor]).toEqual([[1], null]);
  });

  test("rolls back by a new version with the old text and language", async () => {
    const { scheduler } = await aPlace();
    await scheduler.scripts.save(KEY, { source: "print(2)", language: "python", expectedVersion: 1 });
    const released = await scheduler.scripts.release(KEY, 1, {
      expectedVersion: 2,
      comment: "Two was wrong",
    });
    expect(released).toMatchObject({
      version: 3,
      language: "shell",
      source: "echo one",
      restored: 1,
      comment: "Two was wrong",
    });
    expect(await numbers(scheduler)).toEqual([3, 2, 1]);
    await expect(scheduler.scripts.release(KEY, 9, { expectedVersion: 3 })).rejects.toMatchObject({
      code: "script_version_not_found",
    });
  });

  test("of two that save at once one wins, and the other is told which version is in force", async () => {
    const { scheduler } = await aPlace();
    const saves = ["a", "b", "c"].map((source) =>
      scheduler.scripts.save(KEY, { source, expectedVersion: 1 }),
    );
    const ends = await Promise.allSettled(saves);
    const won = ends.filter((end) => end.status === "fulfilled");
    const lost = ends.filter((end) => end.status === "rejected");
    expect(won).toHaveLength(1);
    expect(lost.map(({ reason }) => [reason.code, reason.message])).toEqual([
      ["stale_script", `Cannot change the script of job "${KEY}" at version 1: version 2 is in force`],
      ["stale_script", `Cannot change the script of job "${KEY}" at version 1: version 2 is in force`],
    ]);
    expect(await numbers(scheduler)).toEqual([2, 1]);
    expect((await scheduler.scripts.version(KEY, 2)).source).toBe(won[0]?.value.source);
  });

  test("another edit of the job between reading and writing does not disturb a save", async () => {
    let edits = 0;
    const place = await aPlace({}, (store) =>
      replacing(store, async (next, expected) => {
        if (next.script?.version !== 2 || (edits += 1) > 1) return store.definitions.replace(next, expected);
        const [stored] = await store.definitions.getMany("default", [KEY]);
        await store.definitions.replace({ ...(stored as JobDefinition), revision: 2 }, 1);
        return false;
      }),
    );
    await place.scheduler.scripts.save(KEY, { source: "echo two", expectedVersion: 1 });
    expect(edits).toBe(2);
    expect((await place.scheduler.jobs.get(KEY)).definition).toMatchObject({
      revision: 3,
      script: { version: 2 },
    });
  });

  test("loses and doubles nothing where a process dies between keeping the old version and writing the new one", async () => {
    let dies = true;
    const place = await aPlace({}, (store) =>
      replacing(store, async (next, expected) => {
        if (dies) throw new Error("killed");
        return store.definitions.replace(next, expected);
      }),
    );
    const { scheduler, store } = place;
    await expect(scheduler.scripts.save(KEY, { source: "lost", expectedVersion: 1 })).rejects.toThrow(
      "killed",
    );
    expect(await store.scripts.list("default", KEY, null, 9)).toHaveLength(1);
    expect(await numbers(scheduler)).toEqual([1]);
    dies = false;
    await scheduler.scripts.save(KEY, { source: "echo two", expectedVersion: 1 });
    expect(await numbers(scheduler)).toEqual([2, 1]);
    expect((await scheduler.scripts.version(KEY, 1)).source).toBe("echo one");
  });

  test("is bounded in length and number, each with an error that says what to do", async () => {
    const { scheduler } = await aPlace({ maxScriptVersions: 2 });
    const long = scheduler.scripts.save(KEY, { source: "x".repeat(262_145), expectedVersion: 1 });
    await expect(long).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: expect.stringMatching(/^\/source$/), code: "too_long" }],
    });
    await scheduler.scripts.save(KEY, { source: "echo two", expectedVersion: 1 });
    await expect(scheduler.scripts.save(KEY, { source: "echo 3", expectedVersion: 2 })).rejects.toMatchObject(
      {
        code: "quota_exceeded",
        message: expect.stringContaining('copy the job, or raise the quota "maxScriptVersions"'),
      },
    );
    expect(await numbers(scheduler)).toEqual([2, 1]);
  });

  test("refuses a language that no worker lists, and a job that runs no script", async () => {
    const { scheduler } = await aPlace();
    const php = { source: "echo", language: "php", expectedVersion: 1 };
    await expect(scheduler.scripts.save(KEY, php)).rejects.toMatchObject({
      issues: [
        { pointer: "/work/language", code: "not_one_of", parameters: { values: ["python", "shell"] } },
      ],
    });
    const work = { kind: "command", argv: ["true"] };
    await scheduler.jobs.create({ key: "ops.true", app: "ops", kind: "triggered", work });
    const save = scheduler.scripts.save("ops.true", { source: "echo", expectedVersion: 1 });
    await expect(save).rejects.toMatchObject({ code: "wrong_job_kind" });
    expect(await numbers(scheduler, "ops.true")).toEqual([]);
    await expect(numbers(scheduler, "unknown")).rejects.toMatchObject({ code: "job_not_found" });
  });

  test("goes on where the job becomes a script again, and where its key is used again", async () => {
    const { scheduler, clock, state, cache, store } = await aPlace();
    const command = { work: { kind: "command", argv: ["true"] } };
    const { definition } = await scheduler.jobs.update(KEY, command, 1);
    expect(definition).not.toHaveProperty("script");
    expect(await numbers(scheduler)).toEqual([1]);
    const again = { work: { kind: "script", language: "shell", source: "echo two" } };
    const changed = await scheduler.jobs.update(KEY, again, 2);
    expect(changed.definition.script?.version).toBe(2);
    await scheduler.jobs.remove(KEY, 3);
    await create(scheduler, KEY, "echo three");
    expect(await numbers(scheduler)).toEqual([3, 2, 1]);
    expect((await scheduler.scripts.version(KEY, 2)).source).toBe("echo two");

    // It is removed with the last runs of a job that is gone.
    const { revision } = (await scheduler.jobs.get(KEY)).definition;
    await scheduler.jobs.remove(KEY, revision);
    const { scripts } = store;
    const janitor = new Janitor({ tenant: "default", store: store.retention, scripts, state, cache, clock });
    await clock.advance(40 * A_DAY_MS);
    await janitor.sweep();
    expect(await store.scripts.list("default", KEY, null, 9)).toEqual([]);
  });

  test("of a copy begins with the version it was copied from", async () => {
    const { scheduler } = await aPlace();
    await scheduler.scripts.save(KEY, { source: "echo two", expectedVersion: 1 });
    await scheduler.jobs.copy(KEY, { key: "ops.copy" });
    expect(await numbers(scheduler, "ops.copy")).toEqual([1]);
    expect(await scheduler.scripts.version("ops.copy", 1)).toMatchObject({
      source: "echo two",
      copied: { jobKey: KEY, version: 2 },
    });
  });

  test("treats the text of a job from before versions were kept as version 1", async () => {
    const { scheduler, store, cache } = await aPlace();
    const [definition] = await store.definitions.getMany("default", [KEY]);
    const { script: _, ...older } = definition as JobDefinition;
    await store.definitions.replace({ ...older, revision: 2, updatedBy: "user:wang" }, 1);
    await cache.announce([{ ...older, revision: 2, updatedBy: "user:wang" }]);
    expect(await scheduler.scripts.version(KEY, 1)).toMatchObject({
      source: "echo one",
      hash: await sha256("echo one"),
      by: "user:wang",
    });
    await scheduler.scripts.save(KEY, { source: "echo two", expectedVersion: 1 });
    expect(await numbers(scheduler)).toEqual([2, 1]);
    expect((await scheduler.scripts.version(KEY, 1)).source).toBe("echo one");
  });

  test("is kept for the texts of work that a package registered too", async () => {
    const { scheduler } = await aPlace();
    const work = { kind: SAMPLE_KIND.kind, language: "plain", body: "echo one" };
    await scheduler.jobs.create({ key: "ops.glue", app: "ops", kind: "triggered", work });
    await scheduler.scripts.save("ops.glue", { source: "echo two", expectedVersion: 1 });
    const { definition } = await scheduler.jobs.get("ops.glue");
    expect(definition.work).toEqual({ ...work, body: "echo two" });
    expect(await numbers(scheduler, "ops.glue")).toEqual([2, 1]);
    await scheduler.scripts.save("ops.glue", { source: "echo", language: "plainer", expectedVersion: 2 });
    expect((await scheduler.jobs.get("ops.glue")).definition.work).toMatchObject({ language: "plainer" });
    const wrong = { source: "echo", language: "odd", expectedVersion: 3 };
    await expect(scheduler.scripts.save("ops.glue", wrong)).rejects.toMatchObject({
      issues: [{ pointer: "/work/language", code: "not_one_of" }],
    });
  });

  test("needs the permission to edit the job, and within an app the job's own", async () => {
    const { scheduler } = await aPlace();
    const reader = scheduler.as({ kind: "user", name: "ada", permissions: ["jobs:read", "payloads:read"] });
    expect((await reader.scripts.version(KEY, 1)).source).toBe("echo one");
    const request = { source: "echo two", expectedVersion: 1 };
    await expect(reader.scripts.save(KEY, request)).rejects.toMatchObject({ code: "forbidden" });
    const release = reader.scripts.release(KEY, 1, { expectedVersion: 1 });
    await expect(release).rejects.toMatchObject({ code: "forbidden" });
    const scoped = scheduler.scoped("shop").scripts;
    await expect(scoped.save(KEY, request)).rejects.toMatchObject({ code: "job_not_found" });
    await expect(scoped.version(KEY, 1)).rejects.toMatchObject({ code: "job_not_found" });
  });
});
