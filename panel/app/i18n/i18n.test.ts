import { describe, expect, it } from "vitest";
import { EN } from "./en.ts";
import { LATE_WORDS, type LateName } from "./late-words.ts";
import { ZH } from "./zh.ts";

type Texts = { readonly [key: string]: string | Texts };

function flat(texts: Texts, prefix = ""): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === "string" ? [[prefix + key, text]] : Object.entries(flat(text, `${prefix}${key}.`)),
    ),
  );
}

function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "").sort();
}

async function lateWords(language: "en" | "zh"): Promise<Texts> {
  const names = Object.keys(LATE_WORDS) as readonly LateName[];
  const words = names.map(async (name) => [name, await LATE_WORDS[name][language]()] as const);
  return Object.fromEntries(await Promise.all(words)) as Texts;
}

describe("the texts", async () => {
  const en = flat({ ...EN, ...(await lateWords("en")) });
  const zh = flat({ ...ZH, ...(await lateWords("zh")) });

  it("are there in both languages, none empty", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    expect([...Object.entries(en), ...Object.entries(zh)].filter(([, text]) => text.trim() === "")).toEqual(
      [],
    );
  });

  it("have the same places to fill in", () => {
    const wrong = Object.keys(en).filter(
      (key) => placeholders(en[key] ?? "").join() !== placeholders(zh[key] ?? "").join(),
    );
    expect(wrong).toEqual([]);
  });

  it("in Chinese have one word for a job", () => {
    expect(Object.keys(zh).filter((key) => zh[key]?.includes("作业"))).toEqual([]);
  });

  it("in Chinese are Chinese, but for names", () => {
    const same = Object.keys(en).filter((key) => en[key] === zh[key]);
    const names =
      /^(AppName|Webhook|Slack|Microsoft Teams|PagerDuty|Alertmanager|JobHandler|UTC|API|JSON|null|curl|TypeScript|Temporal|Cron|Prometheus|CI|true|false|\d)$/;
    expect(same.filter((key) => !names.test(en[key] ?? ""))).toEqual([]);
  });
});
