import { OPTIONS_BY_PATH } from "@mojob/core/words";
import { describe, expect, it } from "vitest";
import {
  conflictsOf,
  editOption,
  keepMine,
  type OptionEdits,
  patchOf,
  takeTheirs,
  unreadableOf,
} from "./option-edits.ts";
import { inputOf, OPTION_PATHS, type OptionValues, optionValues, valueOf } from "./option-fields.ts";

/** Every option as it is where nothing states one, and some that are stored. */
const STORED: OptionValues = {
  ...Object.fromEntries(OPTION_PATHS.map((path) => [path, OPTIONS_BY_PATH[path].default])),
  ...optionValues({
    name: "Close the day",
    maxConcurrency: null,
    retryCount: 2,
    tags: ["money"],
    labels: { team: "ledger", "cost/center": "a=b" },
    cron: "0 0 1 * * *",
    timeZone: "Asia/Shanghai",
    endTime: "2030-01-01T00:00:00.000Z",
  }),
};

it("every option has an input that means its value", () => {
  for (const path of OPTION_PATHS)
    expect(valueOf(path, inputOf(path, STORED[path])), path).toEqual(STORED[path]);
});

describe("edits", () => {
  it("become a patch of what changed alone, members of objects included", () => {
    let edits: OptionEdits = {};
    edits = editOption(edits, "retryCount", "5", STORED);
    edits = editOption(edits, "misfire.graceMs", "10s", STORED);
    edits = editOption(edits, "misfire.policy", "skip", STORED);
    edits = editOption(edits, "cron", "", STORED);
    edits = editOption(edits, "maxConcurrency", "4", STORED);
    expect(patchOf(edits)).toEqual({
      retryCount: 5,
      misfire: { graceMs: 10_000, policy: "skip" },
      cron: null,
      maxConcurrency: 4,
    });
  });

  it("back to what is stored are none", () => {
    const edits = editOption({}, "timeoutMs", "2h", STORED);
    expect(editOption(edits, "timeoutMs", "60m", STORED)).toEqual({});
  });

  it.each([
    ["timeoutMs", "10"],
    ["retryCount", "two"],
    ["retryCount", ""],
    ["endTime", "soon"],
    ["labels", ["team=a", "team"]],
  ] as const)("of %s to %j mean nothing, and are told", (path, input) => {
    expect(unreadableOf(editOption({}, path, input, STORED))).toEqual([path]);
  });
});

describe("a conflict", () => {
  const edits = editOption(editOption({}, "retryCount", "5", STORED), "name", "Close", STORED);
  const theirs = { ...STORED, retryCount: 7, timeoutMs: 1 };

  it("is where both changed the same option to different values, and nowhere else", () => {
    expect(conflictsOf(edits, STORED)).toEqual([]);
    expect(conflictsOf(edits, theirs)).toEqual([{ path: "retryCount", theirs: 7, mine: 5 }]);
    expect(conflictsOf(edits, { ...STORED, retryCount: 5 })).toEqual([]);
  });

  it("ends with theirs", () => {
    const merged = takeTheirs(edits, "retryCount");
    expect(conflictsOf(merged, theirs)).toEqual([]);
    expect(patchOf(merged)).toEqual({ name: "Close" });
  });

  it("ends with mine, until they change it again", () => {
    const merged = keepMine(edits, "retryCount", theirs);
    expect(conflictsOf(merged, theirs)).toEqual([]);
    expect(patchOf(merged)).toEqual({ name: "Close", retryCount: 5 });
    expect(conflictsOf(merged, { ...theirs, retryCount: 8 })).toHaveLength(1);
  });

  it("stays while the edit goes on", () => {
    const more = editOption(edits, "retryCount", "6", theirs);
    expect(conflictsOf(more, theirs)).toEqual([{ path: "retryCount", theirs: 7, mine: 6 }]);
  });
});
