import { expect, test } from "vitest";
import { AT, CAUSE_SAMPLES } from "../../../fixtures/code-samples.ts";
import { type Cause, CauseCode } from "./cause.ts";
import { causeText } from "./cause-text.ts";
import { LANGUAGES } from "../words/language.ts";

test.each(Object.values(CauseCode))("%s has a sentence of its own in each language", (code) => {
  const cause = { code, parameters: CAUSE_SAMPLES[code] } as Cause;
  for (const language of LANGUAGES) {
    const text = causeText(cause, language, () => "TIME");
    expect(text).not.toMatch(/undefined|null|NaN|\[object|  |2026/);
    expect(text).not.toBe(code);
  }
  expect(causeText(cause, "zh")).toMatch(/\p{Script=Han}/u);
  expect(causeText(cause, "en")).not.toMatch(/\p{Script=Han}/u);
});

test("sentences name who did what, when and why", () => {
  expect(causeText({ code: "paused", parameters: CAUSE_SAMPLES.paused })).toBe(
    `The job was paused by li at ${AT} (“Release”), until ${AT}`,
  );
  expect(causeText({ code: "slots_taken", parameters: CAUSE_SAMPLES.slots_taken })).toBe(
    "Its slots were taken by 3 other runs (maxConcurrency 2): 1 h of waiting",
  );
  expect(causeText({ code: "no_worker", parameters: CAUSE_SAMPLES.no_worker })).toBe(
    'No worker of app "mail" takes it: one: The worker takes no new runs',
  );
  expect(causeText({ code: "disabled", parameters: { by: null, at: null, note: null } }, "zh")).toBe(
    "任务已停用",
  );
});

test("a cause that a newer version wrote is named by its code", () => {
  expect(causeText({ code: "eclipse" } as unknown as Cause)).toBe("eclipse");
});
