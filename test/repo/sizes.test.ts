import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, repositoryFiles } from "./repository.ts";
import { isTestFile, sourceFiles } from "./source.ts";

const LONGEST_FILE = 400;

/** What is published or built from; stories, figures and scripts read from the top to the end. */
const shipped = sourceFiles().filter(
  (path) => !isTestFile(path) && !/^(examples|bench|scripts|deploy)\/|\.config\.ts$/.test(path),
);
const lines = new Map(shipped.map((path) => [path, readText(path).split("\n").length - 1]));

describe("sizes", () => {
  it(`no file that ships has more than ${LONGEST_FILE} lines: it would be more than one noun`, () => {
    const long = [...lines].filter(([, count]) => count > LONGEST_FILE);
    expect(long.map(([path, count]) => `${path}: ${count}`)).toEqual([]);
  });

  it("no folder that ships holds one file alone: the file can stand where the folder stands", () => {
    const entries = Map.groupBy(repositoryFiles(), (path) => dirname(path));
    const folders = new Set([...entries.keys()].flatMap(withParents));
    const single = [...new Set(shipped.map((path) => dirname(path)))].filter(
      (folder) =>
        entries.get(folder)?.length === 1 && ![...folders].some((other) => dirname(other) === folder),
    );
    expect(single).toEqual([]);
  });
});

function withParents(folder: string): readonly string[] {
  return folder === "." ? [] : [folder, ...withParents(dirname(folder))];
}
