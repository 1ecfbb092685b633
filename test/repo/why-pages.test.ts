import { CauseCode } from "@mojob/core/words";
import { expect, it } from "vitest";
import { readText } from "./repository.ts";

it.each(["docs/why.md", "docs/why.zh-CN.md"])("%s names every cause", (path) => {
  const page = readText(path);
  const missing = Object.values(CauseCode).filter((code) => !page.includes(`\`${code}\``));
  expect(missing).toEqual([]);
});
