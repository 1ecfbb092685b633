import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";
import { readSource, sourceFiles } from "./source.ts";

// This file names what it looks for.
const OWN = "test/repo/test-rules.test.ts";

const tests = sourceFiles().filter(
  (path) => path !== OWN && (/\.test\.tsx?$/.test(path) || path.startsWith("test/")),
);

function linesWith(path: string, pattern: RegExp): readonly number[] {
  return readSource(path)
    .code.split("\n")
    .flatMap((line, index) => (pattern.test(line) ? [index] : []));
}

describe("tests", () => {
  it("never run one of them only", () => {
    const found = tests.flatMap((path) =>
      linesWith(path, /\b(it|test|describe)(\.\w+)*\.only\b/).map((line) => `${path}:${line + 1}`),
    );
    expect(found).toEqual([]);
  });

  it("say why they are skipped, in the comment or the words beside it", () => {
    const found = tests.flatMap((path) => {
      const lines = readText(path).split("\n");
      return linesWith(
        path,
        /\b(it|test|describe|context)\b.*\.(skip|skipIf|runIf|todo|fails)\b\s*\(|\bskip\(\s*\)/,
      )
        .filter((index) => {
          const here = lines[index] ?? "";
          return (
            !/\/\/ ?.{10,}|\bskip\(\s*[^)]*["'`].{10,}/.test(here) &&
            !/^\s*(\/\/|\*).{10,}/.test(lines[index - 1] ?? "")
          );
        })
        .map((index) => `${path}:${index + 1}`);
    });
    expect(found).toEqual([]);
  });

  it("never wait for time to pass", () => {
    const found = tests.flatMap((path) =>
      linesWith(path, /await (sleep|delay|wait)\(\d|setTimeout\((resolve|done|r),\s*[1-9]/).map(
        (line) => `${path}:${line + 1}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it("beside concurrent ones take the hook of their end from their context: the imported one is that of whichever runs", () => {
    const found = tests.filter((path) => {
      const { code } = readSource(path);
      return (
        /\.concurrent\b/.test(code) && /import \{[^}]*\bonTest(?:Finished|Failed)\b[^}]*\} from/.test(code)
      );
    });
    expect(found).toEqual([]);
  });
});
