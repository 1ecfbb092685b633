import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { problemWords } from "../../../api/problem-words.ts";
import { TASK_ZH } from "../../../words/zh/task.ts";
import { addRefusalWords } from "./refusal-words.ts";

beforeAll(async () => {
  addRefusalWords();
  await i18next.init({
    lng: "zh",
    fallbackLng: false,
    resources: { zh: { translation: { task: TASK_ZH } } },
  });
});

it.each(["task_refused", "value_not_editable", "forbidden"] as const)(
  "%s is said in the reader's language, whatever the reason",
  (code) => {
    for (const [reason, words] of Object.entries(TASK_ZH.refusal)) {
      if (words.includes("{{")) continue;
      const { detail } = problemWords({
        code,
        title: "No",
        detail: "As the API says",
        parameters: { reason },
      });
      expect(detail).toBe(words);
    }
  },
);

it("a refusal that gives no reason keeps its own words", () => {
  expect(problemWords({ code: "forbidden", title: "No", detail: "As the API says" }).detail).toBe(
    "As the API says",
  );
});
