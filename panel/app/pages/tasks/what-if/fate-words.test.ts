import { createInstance } from "i18next";
import { beforeAll, expect, it } from "vitest";
import { EN } from "../../../i18n/en.ts";
import { FLOW_EN } from "../../../words/en/flow.ts";
import { TASK_EN } from "../../../words/en/task.ts";
import { readBodyNodes } from "../graph/body-node.ts";
import { fateWords } from "./fate-words.ts";
import type { SimulatedNode } from "./simulated-looks.ts";

const i18n = createInstance();
beforeAll(() =>
  i18n.init({
    lng: "en",
    resources: { en: { translation: { ...EN, task: TASK_EN, flow: FLOW_EN } } },
    interpolation: { escapeValue: false },
  }),
);

const all = readBodyNodes({ nodes: [{ id: "load", title: "Load it", type: "job", job: { key: "a" } }] });
const words = (node: Partial<SimulatedNode>): string =>
  fateWords(
    { id: "x", state: null, visits: 0, code: null, branches: [], reason: null, after: [], ...node },
    all,
    i18n.t,
  );

it("fateWords() says why a node begins or not", () => {
  expect(words({ state: "Succeeded", visits: 1 })).toBe("Begins");
  expect(words({ state: "Failed", visits: 2, code: "failed" })).toBe("Begins 2 times, fails with failed");
  expect(words({ state: "Blocked", reason: "blocked", after: ["load"] })).toBe(
    "Kept back by Load it, which did not end well",
  );
  expect(words({ reason: "follows", after: ["load"] })).toBe("Waits for Load it");
  expect(words({ reason: "skipped", after: ["load"] })).toBe(
    "Does not begin: the way from Load it is not taken",
  );
  expect(words({ reason: "skipped" })).toBe("Is left out by its condition or by its outcome");
  expect(words({ reason: "ending" })).toBe("Does not begin: the workflow ends before");
  expect(words({ reason: "undecided" })).toBe("What it is in has not begun");
  expect(words({ reason: "unknown_value", visits: 1 })).toBe(
    "Begins; then: Depends on a value that only a run has: choose how it ends",
  );
});
