import { expect, it } from "vitest";
import { HttpProblemCode, PROBLEMS } from "./problem-code.ts";

it("every problem has the status and the title that it had", async () => {
  const lines = Object.entries(PROBLEMS)
    .map(([code, { status, title }]) => `${code} ${status} ${title}`)
    .toSorted();
  const names = Object.entries(HttpProblemCode)
    .map(([name, code]) => `${name} ${code}`)
    .toSorted();
  await expect(`${[...lines, "", ...names].join("\n")}\n`).toMatchFileSnapshot("problem-codes.txt");
});
