import { describe, expect, it } from "vitest";
import type { IssueCode, IssueParameters } from "../../base/issue/issue-code.ts";
import { issueAt, readWanted } from "../../base/issue/issue.ts";
import { ISSUE_CODES } from "../../base/issue/issues.en.ts";
import { issueText } from "./issue-text.ts";
import { LANGUAGES } from "./language.ts";

/** Every name that any code's sentence is made of. */
const PARAMETERS = {
  min: 3,
  key: "shop.close",
  reason: "13:05",
  line: 2,
  max: 7,
  bytes: 9,
  instructions: 9,
  count: 4,
  values: ["a", "b"],
  zone: "Asia/Tokyo",
  zones: ["Europe/London", "Asia/Dhaka"],
  start: "2026-01-01T00:00:00.000Z",
  now: "2026-01-01T00:00:00.000Z",
  other: "x",
  names: ["SUN", "SAT"],
  kinds: ["code"],
  app: "shop",
  appName: "shop-executor",
  why: "1",
  text: "1",
  type: "function",
  types: ["string", "null"],
  name: "to",
  pattern: "^a",
  format: "email",
  of: 5,
  keyword: "anyOf",
  position: 5,
  found: "25",
  path: ["1", "2", "1"],
  macros: ["@daily"],
  macro: "@daily",
  field: "hour",
  days: 30,
  standard: "TUE",
  quartz: "MON",
  permission: "jobs:edit",
  feature: "alarms",
};

const sentenceOf = (code: IssueCode, language: "en" | "zh"): string =>
  issueText({ code, parameters: PARAMETERS, message: "-" }, language);

describe("issueText()", () => {
  it.each(LANGUAGES)("has a sentence for each code in %s, made of its parameters", (language) => {
    for (const code of ISSUE_CODES) expect(sentenceOf(code, language)).not.toMatch(/undefined|\[object|^-?$/);
  });

  it("has no English sentence in Chinese", () => {
    const english = ISSUE_CODES.filter((code) =>
      /[a-z]{2,}[ ,]+[a-z]{2,}[ ,]+[a-z]{2,}/i.test(sentenceOf(code, "zh")),
    );
    expect(english).toEqual([]);
    expect(ISSUE_CODES.filter((code) => !/[\u4e00-\u9fff]/.test(sentenceOf(code, "zh")))).toEqual(["custom"]);
  });

  it("shows the message of a code that a newer version has sent", () => {
    expect(issueText({ code: "moon" as IssueCode, message: "must be full" }, "zh")).toBe("must be full");
  });
});

describe("an issue", () => {
  it("has its code, its parameters and the English sentence", () => {
    expect(issueAt("/name", "too_long", { max: 5 })).toEqual({
      pointer: "/name",
      code: "too_long",
      parameters: { max: 5 },
      message: "must be at most 5 characters",
    });
    expect(issueAt("", "required")).toEqual({ pointer: "", code: "required", message: "is required" });
  });

  it("is read back from a schema's message, whatever its parameters hold", () => {
    const parameters: IssueParameters["not_one_of"] = { values: ["a b", '{"', "任务\n"] };
    expect(readWanted("/x", `not_one_of ${JSON.stringify(parameters)}`)).toEqual(
      issueAt("/x", "not_one_of", parameters),
    );
  });

  it("says that nothing is offered where the list is empty", () => {
    const { message } = issueAt("/to", "not_one_of", { values: [] });
    expect(message).toBe("must be one of those that are offered, and there is none");
  });

  it("keeps a message that is no code of ours as it is", () => {
    for (const message of ["must be blue", "blue", "toString", "required because it is"])
      expect(readWanted("", message)).toMatchObject({ code: "custom", message });
  });
});
