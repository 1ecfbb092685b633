import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTriggeredJob, type JobRegistration, type SchedulerOptions } from "@mojob/core";
import { concat, defineTask, gt, orElse, param, sum, toText } from "@mojob/core/tasks";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { openSqlite, type SqliteStores } from "@mojob/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// What an app says of its tasks at each start, over stores that outlive it.

const count = defineTriggeredJob({
  key: "shop.count",
  maxConcurrency: null,
  execute: ({ file }: { readonly file: string }) => ({ lines: file.length }),
});
const report = defineTriggeredJob({
  key: "shop.report",
  execute: ({ text }: { readonly text: string }) => `told: ${text}`,
});

/** Adds up the lines of files; too few go another way. */
function nightly(key: string, most = 10) {
  return defineTask(key, { params: { files: param.json<readonly string[]>() } }, (task) => {
    const counted = task.jobEach("count", count, task.params.files, (file) => ({ file }));
    const lines = sum(counted.results.lines);
    const enough = task.condition("enough", { yes: gt(lines, most) }, { else: "no" });
    const told = task.job("report", report, {
      after: [enough.branch("yes")],
      args: { text: concat(toText(lines), " lines") },
    });
    return { lines, text: orElse(told.result, "nothing") };
  });
}

const folder = mkdtempSync(join(tmpdir(), "mojob-tasks-in-code-"));
let sqlite: SqliteStores;
beforeAll(async () => {
  sqlite = await openSqlite(join(folder, "mojob.db"));
});
afterAll(async () => {
  await sqlite.close();
  rmSync(folder, { recursive: true });
});

const PLACES = {
  memory: () => ({ store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() }),
  SQLite: () => ({ store: sqlite.store, state: sqlite.state, tenant: crypto.randomUUID() }),
};

describe.each(Object.entries(PLACES))("tasks in code (%s)", (_, place) => {
  const starting = (quotas: SchedulerOptions["quotas"] = {}) => {
    const stores = place();
    const warnings: string[] = [];
    const start = (...jobs: readonly JobRegistration[]): Promise<Embedded> =>
      startEmbedded({
        features: FEATURES,
        app: "shop",
        ...stores,
        jobs: [count, report, ...jobs],
        scheduler: { quotas },
        hooks: { onRunEnd: () => {} },
        onWarning: (warning) => warnings.push(warning),
      });
    return { start, warnings };
  };
  const limitOf = async ({ scheduler }: Embedded, key: string): Promise<string> => {
    const { definition } = await scheduler.jobs.get(key);
    return /lines\) > (\d+)/.exec(JSON.stringify(definition.work))?.[1] ?? "none";
  };

  test("run, and return what their nodes returned", async () => {
    const { start, warnings } = starting();
    const task = nightly("shop.nightly");
    const place = await start(task);
    const { scheduler } = place;
    const long = await scheduler.trigger(task, { files: ["orders.txt", "customers.txt"] });
    expect(await long.result()).toEqual({ lines: 23, text: "told: 23 lines" });
    const short = await scheduler.trigger(task, { files: ["a"] });
    expect(await short.result()).toEqual({ lines: 1, text: "nothing" });
    const none = scheduler.trigger("shop.nightly", {});
    await expect(none).rejects.toMatchObject({ code: "invalid_args", issues: [{ code: "missing_member" }] });
    expect(warnings).toEqual([]);
    await place.close();
  });

  test("run as nodes of other tasks, by the day too", async () => {
    const { start } = starting();
    const inner = nightly("shop.inner");
    const outer = defineTask("shop.outer", { cron: "0 0 2 * * *" }, (task) => {
      const ran = task.job("inner", inner, { args: { files: ["orders.txt"] } });
      return { twice: sum([ran.result.lines, ran.result.lines]) };
    });
    const place = await start(inner, outer);
    const run = await place.scheduler.trigger(outer, null, { manual: true });
    expect(await run.result()).toEqual({ twice: 20 });
    await place.close();
  });

  test("follow their code until somebody edits them, and again once they are put back", async () => {
    const { start, warnings } = starting();
    const first = await start(nightly("shop.nightly", 10));
    expect(await limitOf(first, "shop.nightly")).toBe("10");
    await first.close();
    const second = await start(nightly("shop.nightly", 11));
    expect(await limitOf(second, "shop.nightly")).toBe("11");
    expect((await second.scheduler.jobs.get("shop.nightly")).definition).toMatchObject({
      revision: 2,
      script: { version: 2 },
    });

    const { source } = await second.scheduler.scripts.version("shop.nightly", 2);
    const edited = source.replace("> 11", "> 99");
    await second.scheduler.scripts.save("shop.nightly", { source: edited, expectedVersion: 2 });
    await second.close();
    const third = await start(nightly("shop.nightly", 12));
    expect(await limitOf(third, "shop.nightly")).toBe("99");
    expect(warnings).toEqual(['Job "shop.nightly" runs with stored options that differ from the code: work']);
    const { differsFromCode, definition } = await third.scheduler.jobs.get("shop.nightly");
    expect(differsFromCode).toMatchObject([{ field: "work", edited: true, code: { kind: "task" } }]);
    const work = differsFromCode[0]?.code;
    const back = await third.scheduler.jobs.update("shop.nightly", { work }, definition.revision);
    expect(back.differsFromCode).toEqual([]);
    expect(await limitOf(third, "shop.nightly")).toBe("12");
    await third.close();
    const fourth = await start(nightly("shop.nightly", 13));
    expect(await limitOf(fourth, "shop.nightly")).toBe("13");
    const { items } = await fourth.scheduler.scripts.versions("shop.nightly", { limit: 9 });
    expect(items.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    await fourth.close();
  });

  test("stay at their revision where the code says the same again", async () => {
    const { start } = starting();
    await (await start(nightly("shop.nightly"))).close();
    const again = await start(nightly("shop.nightly"));
    const { definition } = await again.scheduler.jobs.get("shop.nightly");
    expect([definition.revision, definition.script?.version]).toEqual([1, 1]);
    await again.close();
  });

  test("start with as many versions and drafts as there may be, and keep them from another one", async () => {
    const { start } = starting({ maxScriptVersions: 2 });
    const first = await start(nightly("shop.nightly", 10));
    const { source } = await first.scheduler.scripts.version("shop.nightly", 1);
    const draft = { source: source.replace("> 10", "> 99") };
    expect((await first.scheduler.scripts.saveDraft("shop.nightly", draft)).version.version).toBe(2);
    await first.close();
    const again = await start(nightly("shop.nightly", 10));
    expect(await limitOf(again, "shop.nightly")).toBe("10");
    await expect(again.scheduler.scripts.saveDraft("shop.nightly", draft)).rejects.toMatchObject({
      code: "quota_exceeded",
    });
    const release = again.scheduler.scripts.release("shop.nightly", 2, { expectedVersion: 1 });
    await expect(release).rejects.toMatchObject({ code: "quota_exceeded" });
    await again.close();
    await expect(start(nightly("shop.nightly", 11))).rejects.toMatchObject({ code: "quota_exceeded" });
  });

  test("take the place of code of the same key, and give it back", async () => {
    const { start } = starting();
    const code = defineTriggeredJob({ key: "shop.nightly", execute: () => "by code" });
    await (await start(code)).close();
    await (await start(nightly("shop.nightly"))).close();
    const again = await start(code);
    const run = await again.scheduler.trigger(code);
    expect(await run.result()).toBe("by code");
    const { definition } = await again.scheduler.jobs.get("shop.nightly");
    expect(definition).not.toHaveProperty("declaredBody");
    expect(definition).not.toHaveProperty("script");
    await again.close();
  });

  test("are refused with everything that is wrong with them", async () => {
    const { start } = starting();
    const wrong = defineTask("shop.wrong", {}, (task) => {
      const early = task.job("a", report, { args: { text: "x" } });
      task.job("b", report, { after: [], args: { text: early.result } });
      task.job("b", "shop.report", { args: { text: "y" } });
    });
    await expect(start(wrong)).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [
        { code: "duplicate_node", pointer: "/task/nodes/2/id" },
        { code: "reference_not_before", pointer: "/task/nodes/1/params/0/expression" },
      ],
    });
    const endless = defineTask("shop.endless", {}, (task) => {
      task.job(
        "again",
        defineTask("shop.endless", {}, () => {}),
      );
    });
    await expect(start(endless)).rejects.toMatchObject({ issues: [{ code: "recursive_task" }] });
  });
});
