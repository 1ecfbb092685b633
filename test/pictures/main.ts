import { readFile, writeFile } from "node:fs/promises";
import { withPictures } from "./page-pictures.ts";

// Draws the bodies of tasks in the pages of patterns.

for (const name of ["tasks-patterns.md", "tasks-patterns.zh-CN.md"]) {
  const page = new URL(`../../docs/${name}`, import.meta.url);
  await writeFile(page, withPictures(await readFile(page, "utf8")));
}
