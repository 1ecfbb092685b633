import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { EN } from "../../../i18n/en.ts";
import { ZH } from "../../../i18n/zh.ts";
import { TASK_EN } from "../../../words/en/task.ts";
import { TASK_ZH } from "../../../words/zh/task.ts";
import { countOf, factWords } from "./fact-words.ts";
import type { FactJson } from "./task-fact.ts";

const AT = "2026-11-02T06:00:00.000Z";
const ENTRY = { seq: 1, rev: 1, at: AT };
const OF = { ...ENTRY, node: "count", visit: "" };

/** One of each kind, and of each way that its sentence may go. */
const FACTS: readonly (readonly [FactJson, string])[] = [
  [{ ...ENTRY, type: "begun", vars: {}, taken: null }, "The workflow began"],
  [
    {
      ...ENTRY,
      type: "begun",
      vars: {},
      taken: { nodes: { a: { s: "Succeeded" } }, loops: {}, kept: {}, inner: {} },
    },
    "The workflow began, with 1 node taken over",
  ],
  [{ ...OF, type: "ready" }, "Count files may begin"],
  [{ ...OF, type: "started", n: 0, injected: {} }, "Count files began"],
  [{ ...OF, type: "started", n: 2, injected: {} }, "Count files began again"],
  [{ ...OF, type: "batchStarted", n: 0, count: 3, items: [], kept: null }, "Count files began with 3 items"],
  [
    { ...OF, type: "itemsStarted", items: [{ item: 0, n: 0, injected: {} }], next: 1 },
    "Count files: 1 item began",
  ],
  [
    { ...OF, type: "itemsEnded", ok: "0-2,4", bad: "3", unrun: "" },
    "Count files: items ended, 4 well and 1 not",
  ],
  [
    { ...OF, type: "waits", why: "loop", dueAt: null, until: null },
    "Count files waits before its next visit",
  ],
  [
    { ...OF, type: "waits", why: "wait", dueAt: AT, until: null },
    "Count files waits, until 2026-11-02 06:00:00",
  ],
  [{ ...OF, type: "dueSet", dueAt: AT }, "Count files has to end by 2026-11-02 06:00:00"],
  [{ ...OF, type: "approved", by: "li" }, "li approved Count files"],
  [{ ...OF, type: "decided", state: "Succeeded" }, "Count files: Succeeded"],
  [
    { ...OF, type: "decided", state: "Failed", code: "timeout", message: "It took 3 s" },
    "Count files: Failed: timeout · It took 3 s",
  ],
  [
    { ...OF, type: "decided", state: "Succeeded", branches: ["yes"], byHand: true },
    "Count files was set to Succeeded by hand: takes yes",
  ],
  [
    { ...OF, type: "nextVisit", number: 2, bad: [], resets: [], restarts: [] },
    "Count files begins its visit 2",
  ],
  [{ ...OF, type: "loopEnded", number: 3, failed: null }, "The loop of Count files ended after 3 visits"],
  [{ ...OF, type: "loopEnded", number: 3, failed: "x" }, "The loop of Count files failed in visit 3: x"],
  [{ ...OF, type: "endAskedOf" }, "Count files takes too long and was asked to end"],
  [{ ...OF, type: "retried", n: 1 }, "Count files is to be executed again"],
  [
    { ...ENTRY, type: "lifted", nodes: ["count", "b"], loops: [], groups: [] },
    "Judged again: Count files, b",
  ],
  [{ ...ENTRY, type: "signalled", signal: "go" }, "The signal go was received"],
  [{ ...ENTRY, type: "signalTaken", signal: "go" }, "The signal go was used"],
  [
    { ...ENTRY, type: "endAsked", state: "Failed", code: "given_up", cancels: false },
    "The workflow is to end as Failed (given_up)",
  ],
  [{ ...ENTRY, type: "paused" }, "The workflow was paused"],
  [{ ...ENTRY, type: "resumed" }, "The workflow was resumed"],
  [{ ...ENTRY, type: "held", until: AT }, "A failure holds the workflow until 2026-11-02 06:00:00"],
  [
    { ...ENTRY, type: "edited", path: ["VARS", "day"], value: 3, reason: "a holiday" },
    "VARS.day was set to 3: a holiday",
  ],
  [{ ...ENTRY, type: "migrated", version: 2 }, "The workflow went over to version 2"],
  [
    { ...ENTRY, type: "ended", state: "Succeeded", unhandled: [], results: {} },
    "The workflow ended: Succeeded",
  ],
  [
    { ...ENTRY, type: "ended", state: "Failed", unhandled: ["count"], results: {} },
    "The workflow ended: Failed; nothing handled the failure of Count files",
  ],
];

const nameOf = (id: string): string => (id === "count" ? "Count files" : id);

beforeAll(async () => {
  const resources = {
    en: { translation: { ...EN, task: TASK_EN } },
    zh: { translation: { ...ZH, task: TASK_ZH } },
  };
  await i18next.init({ lng: "en", resources, interpolation: { escapeValue: false } });
});

describe("factWords()", () => {
  it.each(FACTS)("makes a sentence of %j", (fact, words) => {
    const text = factWords(fact, i18next.getFixedT("en"), nameOf);
    expect(text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "2026-11-02 06:00:00")).toBe(words);
    const chinese = factWords(fact, i18next.getFixedT("zh"), nameOf);
    expect(chinese).toMatch(/[\u4e00-\u9fff]/);
    expect(chinese).not.toContain("task.");
  });
});

it.each([
  ["", 0],
  ["4", 1],
  ["0-41,43", 43],
])("countOf(%j) is %i", (ranges, count) => {
  expect(countOf(ranges)).toBe(count);
});
