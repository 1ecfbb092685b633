import { describe, expect, it } from "vitest";
import { readJson, readText, repositoryFiles } from "./repository.ts";

const BINARY = /\.(png|jpe?g|gif|ico|woff2?|ttf|pdf|zip|gz|tgz|wasm)$/;
const text = repositoryFiles().filter((path) => !BINARY.test(path) && path !== "package-lock.json");

/** What a file says only because of the machine it was written on. */
const MACHINE: readonly (readonly [string, RegExp])[] = [
  [
    "a path of one machine",
    // A JSON pointer into what a job runs is none: "/work/kind".
    /(?<![\w.~-])\/(?:work(?!\/(?:kind|handler|appName|language|argv|argv\/0|more|glueType|glueSource|url|blockStrategy|service|connection|branches(?:\/0\/when)?|for\/\w+)"|\/body[`$/"])|root|home\/\w+|Users\/\w+|mnt\/\w+)\/[\w.-]/,
  ],
  ["a path of one machine", /\b[A-Z]:\\Users\\/],
  [
    "a package registry",
    /https?:\/\/(?!registry\.npmjs\.org\b)[\w.-]*(?:registry|artifactory|nexus|verdaccio|npm-?proxy|mirror)[\w.-]*/i,
  ],
];

describe("the repository", () => {
  it("says nothing of the machine it was written on", () => {
    const found = text.flatMap((path) =>
      readText(path)
        .split("\n")
        .flatMap((line, index) =>
          MACHINE.filter(([, pattern]) => pattern.test(line)).map(
            ([what]) => `${path}:${index + 1} names ${what}`,
          ),
        ),
    );
    expect(found).toEqual([]);
  });

  it("locks packages of the public registry alone", () => {
    const { packages } = readJson<{ packages: Record<string, { resolved?: string; link?: boolean }> }>(
      "package-lock.json",
    );
    const elsewhere = Object.values(packages).filter(
      ({ resolved, link }) =>
        !link && resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"),
    );
    expect(elsewhere).toEqual([]);
  });

  it("can be installed by Deno, which finds a lock with packages of unknown integrity corrupt", () => {
    const { packages } = readJson<{ packages: Record<string, { link?: boolean; integrity?: string }> }>(
      "package-lock.json",
    );
    const unknown = Object.entries(packages).filter(
      ([path, { link, integrity }]) => path.includes("node_modules/") && !link && integrity === undefined,
    );
    if (unknown.length > 0) expect(readJson<{ lock?: boolean }>("deno.json").lock).toBe(false);
  });

  it("says what a name is for in one comment: of two in a row, tools read the second alone", () => {
    const found = text.filter((path) => /\.tsx?$/.test(path) && /\*\/\n *\/\*\*/.test(readText(path)));
    expect(found).toEqual([]);
  });

  it("ends its files with one line break and has none of its own at the end of a line", () => {
    const found = text.filter((path) => {
      const content = readText(path);
      return (
        content !== "" && (!content.endsWith("\n") || content.endsWith("\n\n") || content.includes("\r"))
      );
    });
    expect(found).toEqual([]);
  });
});
