import { fileURLToPath } from "node:url";
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  type WorkflowBundleWithSourceMap,
} from "@temporalio/worker";
import * as delivery from "@mojob/temporal-bus/workflows";
import { beforeAll, describe, expect, test } from "vitest";
import { readHistories } from "../fixtures/replay/kept-history.ts";
import { replayHistory } from "../fixtures/replay/replay-history.ts";
import * as workflows from "./workflows/mod.ts";

const SOURCES = {
  ours: "./workflows/mod.ts",
  bus: import.meta.resolve("@mojob/temporal-bus/workflows"),
  changed: "../fixtures/replay/changed-workflows.ts",
} as const;
const logger = new DefaultLogger("ERROR");

const histories = readHistories();

/** What executions under way decided must be decided again by the code that takes them over. */
describe("a recorded history", () => {
  const bundles = new Map<keyof typeof SOURCES, WorkflowBundleWithSourceMap>();
  beforeAll(async () => {
    Runtime.install({ logger });
    for (const name of ["ours", "bus", "changed"] as const) {
      const workflowsPath = fileURLToPath(new URL(SOURCES[name], import.meta.url));
      bundles.set(name, await bundleWorkflowCode({ workflowsPath, logger }));
    }
  }, 300_000);
  const bundle = (name: keyof typeof SOURCES): WorkflowBundleWithSourceMap =>
    bundles.get(name) as WorkflowBundleWithSourceMap;

  test.each(histories)('of $workflow, "$story", is replayed by the code of today', async (kept) => {
    await replayHistory(kept, bundle(kept.workflow in delivery ? "bus" : "ours"));
  });

  test("is there for every workflow", () => {
    const recorded = new Set(histories.map(({ workflow }) => workflow));
    const named = [...Object.entries(workflows), ...Object.entries(delivery)].filter(
      ([, exported]) => typeof exported === "function",
    );
    expect([...recorded].toSorted()).toEqual(named.map(([name]) => name).toSorted());
  });

  test("is refused by code that decides otherwise, in words that say what to do", async () => {
    const kept = histories.find(({ story }) => story === "carried for the dispatcher");
    if (kept === undefined) throw new Error("It was not recorded");
    const refused = replayHistory(kept, bundle("changed"));
    await expect(refused).rejects.toThrow(
      /Workflow "runJobInstance" no longer replays "carried for the dispatcher" .*\.json.*patched\(\).*\[TMPRL1100\]/s,
    );
  });

  test("names neither the machine nor the process it was recorded on", () => {
    const telling = histories.filter(({ history }) =>
      /"(identity|stackTrace)"|\d+@[\w.-]+|node_modules|file:\/\//.test(decoded(history)),
    );
    expect(telling.map(({ workflow, story }) => `${workflow}: ${story}`)).toEqual([]);
  });
});

/** A history's text, with what its payloads say. */
function decoded(history: unknown): string {
  return JSON.stringify(history).replaceAll(
    /"data":"([^"]+)"/g,
    (_, data: string) => `"data":${Buffer.from(data, "base64").toString()}`,
  );
}
