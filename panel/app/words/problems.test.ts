import { expect, it } from "vitest";
import { PROBLEMS_ZH } from "./zh/problems.ts";

it("every problem has the title and the sentence in Chinese that it had", async () => {
  const lines = Object.entries(PROBLEMS_ZH)
    .map(([code, { title, detail }]) => `${code} ${title} ${detail}`)
    .toSorted();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("problems.zh.txt");
});
