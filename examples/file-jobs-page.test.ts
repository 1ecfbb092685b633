import { readFileSync } from "node:fs";
import { parseJobWork } from "@mojob/core/engine";
import { registerWorkKind } from "@mojob/core/ports";
import { FILE_WORK, FileOperation } from "@mojob/file-runner/work";
import { ROOT } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const textOf = (page: string): string => readFileSync(`${ROOT}docs/${page}`, "utf8");

describe.each(["file-jobs.md", "file-jobs.zh-CN.md"])("docs/%s", (page) => {
  it("has each operation, with members that it takes", () => {
    registerWorkKind(FILE_WORK);
    const rows = [...textOf(page).matchAll(/^\| `(\w+)` \| (.+?) \|/gm)];
    const operations = rows
      .map(([, operation]) => operation)
      .filter((operation) => Object.values<unknown>(FileOperation).includes(operation));
    expect(operations).toEqual(Object.values(FileOperation));
  });

  it("has work that the API takes", () => {
    const texts = [...textOf(page).matchAll(/^```json\n([^]*?)^```/gm)].map(([, text = ""]) => text);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      const { work } = JSON.parse(text) as { readonly work: object };
      expect(parseJobWork(work, "create a job")).toEqual(work);
    }
  });
});
