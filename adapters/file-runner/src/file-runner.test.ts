import { aDefinition } from "@mojob/contract-tests";
import type { JobWork, JsonObject } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, onTestFinished, test } from "vitest";
import { FileSetup } from "../fixtures/file-setup.ts";
import { fileRunner } from "./file-runner.ts";

function openSetup(): FileSetup {
  const setup = new FileSetup();
  onTestFinished(() => setup.remove());
  return setup;
}

test("a tenant has the roots that name it, and those that name none", async () => {
  const setup = openSetup();
  setup.put("in/a.txt", "content");
  const runner = fileRunner({
    roots: {
      all: { folder: setup.path("in"), readOnly: true },
      own: { folder: setup.path("out"), tenants: ["acme"] },
    },
  });
  expect(runner.ofTenant?.("acme")?.names).toEqual(["all", "own", "own:write"]);
  const others = runner.ofTenant?.("default");
  expect(others?.names).toEqual(["all"]);
  const work = { kind: "file", do: "read", from: "own:a" } as unknown as JobWork;
  expect(others?.canRun(aDefinition({ work }))).toBe(false);
  const alone = fileRunner({ roots: { own: { folder: setup.path("out"), tenants: ["acme"] } } });
  expect(alone.ofTenant?.("default")).toBeNull();
});

test("files go from node to node of a task, and its arguments into paths", { timeout: 30_000 }, async () => {
  const setup = openSetup();
  setup.put("in/2026/a.csv", "1\n");
  setup.put("in/2026/b.csv", "2\n");
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    jobs: [],
    inMemory: true,
    runners: [setup.runner],
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(close);
  const node = (
    id: string,
    work: object,
    params: Readonly<Record<string, string>>,
    more: object = {},
  ): object => ({
    id,
    type: "job",
    job: { work: { kind: "file", ...work } },
    params: Object.entries(params).map(([name, expression]) => ({ name, expression })),
    ...more,
  });
  const nodes = [
    node(
      "join",
      { do: "concat", from: "in:{args.year}", to: { store: "all.csv" } },
      { year: "$.TASK.PARAMS.year" },
    ),
    node(
      "read",
      { do: "read", from: { stored: "args.all" } },
      { all: "$.JOB['join'].RESULT.file" },
      { pre: [{ node: "join" }] },
    ),
  ];
  const outputs = [{ name: "text", type: "text", expression: "$.JOB['read'].RESULT.text" }];
  const params = [{ name: "year", type: "text", required: true }];
  const body = { engine: 1, params, nodes, results: outputs };
  await scheduler.jobs.create({
    key: "shop.year",
    app: "shop",
    kind: "triggered",
    work: { kind: "task", body },
  } as never);
  const { id } = await scheduler.trigger("shop.year", { year: "2026" });
  const { state, result, error } = await scheduler.ended(id);
  expect([state, error?.message]).toEqual(["Succeeded", undefined]);
  expect(result as JsonObject).toEqual({ text: "1\n2\n" });
});
