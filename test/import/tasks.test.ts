import { readFileSync } from "node:fs";
import { defineTriggeredJob, type JobRegistration, type JsonValue, type MoJobScheduler } from "@mojob/core";
import { applyImport, type ImportSource, previewImport } from "@mojob/importers";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";
import { expect, it, onTestFinished } from "vitest";

const LONGEST_MS = 30_000;

interface Imported {
  readonly scheduler: MoJobScheduler;
  /** Runs a task to its end, with how each node ended and what it printed. */
  readonly run: (key: string, args?: JsonValue) => Promise<Ended>;
}

interface Ended {
  readonly state: string;
  readonly nodes: Readonly<Record<string, string | null>>;
  readonly printed: readonly string[];
}

function fixture(file: string): string {
  return readFileSync(new URL(`../../adapters/importers/fixtures/${file}`, import.meta.url), "utf8");
}

async function importAll(
  source: ImportSource,
  file: string,
  jobs: readonly JobRegistration[] = [],
): Promise<Imported> {
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "ops",
    inMemory: true,
    jobs,
    runners: [scriptRunner({ languages: ["shell", "python"], sandbox: "unsandboxed" })],
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(close);
  const text = fixture(file);
  const request = { source, text, timeZone: "UTC", app: "ops" } as const;
  const preview = await previewImport(scheduler, request, new Date());
  const refused = preview.jobs.filter(({ planned }) => planned.request === null);
  expect(refused.map(({ findings }) => findings.filter(({ level }) => level === "error"))).toEqual([]);
  const results = await applyImport(scheduler, request);
  expect(results.map(({ outcome, message }) => message ?? outcome)).toEqual(results.map(() => "created"));
  expect((await applyImport(scheduler, request)).map(({ outcome }) => outcome)).toEqual(
    results.map(() => "unchanged"),
  );
  return { scheduler, run: (key, args = {}) => runTask(scheduler, key, args) };
}

async function runTask(scheduler: MoJobScheduler, key: string, args: JsonValue): Promise<Ended> {
  const { id } = await scheduler.trigger(key, args);
  const { state } = await scheduler.ended(id);
  const { nodes } = await scheduler.tasks.get(id);
  const runs = await scheduler.instances.children(id);
  const lines = await Promise.all(runs.map((run) => scheduler.instances.logs(run.id, 0, 100)));
  const printed = lines.flat().filter(({ level }) => level === "info");
  return {
    state,
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node.status])),
    printed: printed.map(({ message }) => message),
  };
}

it(
  "a workflow of DolphinScheduler runs to its end as it did there",
  async () => {
    const { run } = await importAll("dolphinScheduler", "dolphin-3.1.json");
    const { state, nodes, printed } = await run("dolphinscheduler/nightly-sales");
    expect(nodes).toEqual({
      extract: "Succeeded",
      score: "Succeeded",
      enough: "Succeeded",
      publish: "Succeeded",
      "too-few": "Skipped",
      check: "Failed",
      "how-did-it-end": "Succeeded",
      "all-well": "Skipped",
      repair: "Succeeded",
      "old-step": "Skipped",
      finish: "Succeeded",
    });
    expect(state).toBe("Succeeded");
    expect(printed).toContain(`region cn-north, note it's 5 > 3 & "more"`);
    expect(printed).toContain("scored 3 cn");
    const other = await run("dolphinscheduler/nightly-sales", { country: "de" });
    expect(other.nodes).toMatchObject({ "too-few": "Succeeded", publish: "Skipped", finish: "Succeeded" });
  },
  LONGEST_MS,
);

it(
  "a DAG of Airflow runs to its end as it did there",
  async () => {
    const asked: JsonValue[] = [];
    let chosen = "big.load";
    const choose = defineTriggeredJob({
      key: "airflow/sales_daily/choose_branch",
      execute: (args: JsonValue) => {
        asked.push(args);
        return chosen;
      },
    });
    const { run } = await importAll("airflow", "airflow-2.json", [choose]);
    const big = await run("airflow/sales_daily", { limit: 7 });
    expect(big.nodes).toEqual({
      extract: "Succeeded",
      choose: "Succeeded",
      "choose-choice": "Succeeded",
      big__load: "Succeeded",
      big__verify: "Failed",
      small: "Skipped",
      repair: "Succeeded",
      join: "Succeeded",
      report: "Succeeded",
      cleanup: "Succeeded",
    });
    expect(big.state).toBe("Succeeded");
    expect(asked).toEqual([{ rows: "42", threshold: 10 }]);
    expect(big.printed).toEqual(
      expect.arrayContaining(["day is 2026-11-01, limit 7", "north's", "loading 42 rows"]),
    );
    chosen = "small";
    const small = await run("airflow/sales_daily");
    expect(small.nodes).toMatchObject({ big__load: "Skipped", small: "Succeeded", report: "Succeeded" });
  },
  LONGEST_MS,
);

it(
  "a workflow of PowerJob runs to its end as it did there",
  async () => {
    const asked: JsonValue[] = [];
    const notify = defineTriggeredJob({
      key: "com.shop.jobs.NotifyProcessor",
      execute: (args: JsonValue) => {
        asked.push(args);
      },
    });
    const { run, scheduler } = await importAll("powerJob", "powerjob-5.1.json", [notify]);
    const { state, nodes, printed } = await run("powerjob/nightly-sales", { initParams: "2026-11-01" });
    expect(nodes).toEqual({
      extract: "Succeeded",
      check: "Failed",
      score: "Succeeded",
      "old-step": "Succeeded",
      publish: "Succeeded",
      notify: "Succeeded",
      "notify-2": "Succeeded",
    });
    expect(state).toBe("Succeeded");
    expect(asked).toEqual([
      { jobParams: '{"channel":"night"}', initParams: "2026-11-01" },
      { jobParams: '{"channel":"sales"}', initParams: "2026-11-01" },
    ]);
    expect(printed).toEqual(
      expect.arrayContaining([expect.stringContaining("extracted 42 it's"), "scored 42"]),
    );
    await expect(scheduler.trigger("powerjob/daily-orders", {})).rejects.toMatchObject({
      code: "job_disabled",
    });
  },
  LONGEST_MS,
);

it("what has to be finished first is made disabled, and the key of a workflow within follows its new name", async () => {
  const { scheduler } = await importAll("dolphinScheduler", "dolphin-3.3.json");
  const { definition } = await scheduler.jobs.get("dolphinscheduler/daily-ods-订单");
  expect(definition.options).toMatchObject({ disabled: true, owner: "admin" });
  await expect(scheduler.trigger(definition.key, {})).rejects.toMatchObject({ code: "job_disabled" });

  const { scheduler: other, close } = await startEmbedded({
    features: FEATURES,
    app: "ops",
    inMemory: true,
    jobs: [],
  });
  onTestFinished(close);
  const own = { key: "dolphinscheduler/shop-report", app: "ops", kind: "triggered" } as const;
  await other.jobs.create({ ...own, work: { kind: "code", handler: "other" } });
  const text = fixture("dolphin-3.3.json");
  const request = { source: "dolphinScheduler", text, timeZone: "UTC", app: "ops" } as const;
  const choices = ["14700113846144", "14700113846145"].map((id) => ({ id, onClash: "rename" }) as const);
  await applyImport(other, { ...request, choices });
  const { work } = (await other.jobs.get("dolphinscheduler/daily-ods-订单")).definition;
  expect(JSON.stringify(work)).toContain('"key":"dolphinscheduler/shop-report-2"');
  const { jobs } = await previewImport(other, request, new Date());
  expect(jobs.map(({ clash }) => clash)).toEqual(["same", "same"]);
});

it("a preview names the nodes that no worker runs, and the workflow within that cannot be imported", async () => {
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "ops",
    inMemory: true,
    jobs: [],
  });
  onTestFinished(close);
  const [outer, inner] = JSON.parse(fixture("dolphin-3.1.json")) as {
    readonly processTaskRelationList: object[];
    readonly taskDefinitionList: readonly { readonly code: number }[];
  }[];
  const [first, last] = inner?.taskDefinitionList ?? [];
  inner?.processTaskRelationList.push({ preTaskCode: last?.code, postTaskCode: first?.code });
  const text = JSON.stringify([outer, inner]);
  const request = { source: "dolphinScheduler", text, timeZone: "UTC", app: "ops" } as const;
  const { jobs } = await previewImport(scheduler, request, new Date());
  const found = jobs.map(({ findings }) => findings.map(({ code, field }) => `${code} ${field}`));
  expect(found[0]).toEqual(
    expect.arrayContaining(["node_no_runner extract", "node_no_runner score", "within_refused body"]),
  );
  expect(found[0]).not.toContain("node_no_runner publish");
  expect(found[1]).toContain("task_refused /nodes/0");
  const results = await applyImport(scheduler, request);
  expect(results.map(({ outcome }) => outcome)).toEqual(["created", "failed"]);
});

it("a workflow that is imported over keeps its drafts, whose numbers no version takes", async () => {
  const { scheduler } = await importAll("dolphinScheduler", "dolphin-3.1.json");
  const key = "dolphinscheduler/nightly-sales";
  const request = {
    source: "dolphinScheduler",
    text: fixture("dolphin-3.1.json"),
    timeZone: "UTC",
    app: "ops",
  } as const;
  const { source } = await scheduler.scripts.version(key, 1);
  const body = JSON.parse(source) as { readonly nodes: readonly object[] };
  const draft = JSON.stringify({ ...body, maxParallel: 3 });
  expect((await scheduler.scripts.saveDraft(key, { source: draft })).version.version).toBe(2);
  const again = await applyImport(scheduler, request);
  expect(again.map(({ outcome }) => outcome)).toEqual(again.map(() => "unchanged"));

  const edited = JSON.stringify({ ...body, nodes: body.nodes.map((node) => ({ ...node, title: "Edited" })) });
  await scheduler.scripts.save(key, { source: edited, expectedVersion: 1 });
  const planned = await previewImport(scheduler, request, new Date());
  const ids = planned.jobs.filter((job) => job.planned.key === key).map((job) => job.planned.source.id);
  const replaced = await applyImport(scheduler, {
    ...request,
    choices: ids.map((id) => ({ id, onClash: "replace" as const })),
  });
  expect(replaced).toMatchObject([{ key, outcome: "replaced" }]);
  const { items } = await scheduler.scripts.versions(key, { limit: 10 });
  expect(items.map(({ version, draft: isDraft }) => [version, isDraft === true])).toEqual([
    [4, false],
    [3, false],
    [2, true],
    [1, false],
  ]);
  const released = await scheduler.scripts.release(key, 2, { expectedVersion: 4 });
  expect(released).toMatchObject({ version: 5, restored: 2 });
  expect(JSON.parse(released.source)).toMatchObject({ maxParallel: 3 });
});
