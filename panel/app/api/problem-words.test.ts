import i18next from "i18next";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROBLEMS_ZH } from "../words/zh/problems.ts";
import { ApiError } from "./api-error.ts";
import type { Problem } from "./operations.generated.ts";
import { issueWords } from "./issue-words.ts";
import { errorWords, problemWords, type ProblemWords } from "./problem-words.ts";

/** Does not compile where the API has a code without words. */
const WORDS: Readonly<Record<Problem["code"], ProblemWords>> = PROBLEMS_ZH;

const stale: Problem = {
  type: "urn:mojob:problem:stale_revision",
  title: "Revision is stale",
  status: 412,
  detail: 'Cannot change job "a" at revision 3',
  code: "stale_revision",
  number: -10100004000,
};

beforeAll(() =>
  i18next.init({
    lng: "zh",
    fallbackLng: false,
    resources: {
      en: { translation: { error: { offline: "Unavailable", offlineHint: "Wait" } } },
      zh: { translation: { problem: WORDS, error: { offline: "没有响应", offlineHint: "稍候" } } },
    },
  }),
);
afterAll(() => i18next.changeLanguage("zh"));

describe("the words of a problem", () => {
  it("are the panel's in Chinese, and the API's in English", async () => {
    expect(problemWords(stale)).toEqual(PROBLEMS_ZH.stale_revision);
    await i18next.changeLanguage("en");
    expect(problemWords(stale)).toEqual({ title: stale.title, detail: stale.detail });
    await i18next.changeLanguage("zh");
  });

  it.each(Object.entries(WORDS))("are Chinese for %s", (_code, { title, detail }) => {
    expect(title).toMatch(/[\u4e00-\u9fff]/);
    expect(detail).toMatch(/[\u4e00-\u9fff]/);
  });

  it("are the API's where a newer one has a code of its own", () => {
    const newer = { ...stale, code: "moon_phase" as Problem["code"] };
    expect(problemWords(newer)).toEqual({ title: stale.title, detail: stale.detail });
  });

  it("name the occurrence of a mistake of the server", () => {
    const { detail } = problemWords({ ...stale, code: "internal_error", instance: "urn:uuid:7" });
    expect(detail).toMatch(/[\u4e00-\u9fff].* urn:uuid:7$/);
  });

  it("are there for each mistake in a value", () => {
    expect(issueWords({ pointer: "/name", code: "too_long", parameters: { max: 5 }, message: "" })).toBe(
      "最多 5 个字符",
    );
  });

  it("are there where no API responded", () => {
    expect(errorWords(new ApiError("offline", 0, "x"))).toEqual({ title: "没有响应", detail: "稍候" });
    expect(errorWords(new ApiError("foreign", 404, "404 Not Found")).detail).toBe("HTTP 404");
  });
});
