import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { neededBy } from "@mojob/test-services/needs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** `quick` is `npm test`, `rest` is what it leaves out, and `all` is both. */
export type TestList = "all" | "quick" | "rest";
export const TEST_LISTS: readonly TestList[] = ["all", "quick", "rest"];

/** Where tests are. */
export const TEST_FILES =
  "{core,adapters,runtime-local,runtime-temporal,http,scheduler,server,client,panel,examples,deploy,test}/**/*.test.{ts,tsx}";

/** Files that need nothing and are left out of the quick list all the same, each with its reason. */
export const LONG: Readonly<Record<string, string>> = {
  "test/cost/sign-in.test.ts":
    "hashes fifty passwords as in production, beside fires whose lateness it measures",
  "test/model/followers.test.ts": "tries every order of what two processes write, for half a minute",
  "test/model/interleavings.test.ts": "tries every order of what two processes write, for more than a minute",
  "test/model/waiting.test.ts": "tries every order of what two processes write, for more than a minute",
  "test/repo/add-an-option.test.ts": "checks the types of the whole repository again, in a copy",
};

/** @throws Error that names the lists, for a name that is none of them */
export function parseTestList(name: string): TestList {
  const list = TEST_LISTS.find((one) => one === name);
  if (list === undefined)
    throw new Error(`There is no list of tests "${name}": one of ${TEST_LISTS.join(", ")} is wanted`);
  return list;
}

/** The test files of a list that need a server, a browser, another runtime or minutes, by their paths from the repository's root. */
export function restFiles(): readonly string[] {
  return testFiles().filter((path) => LONG[path] !== undefined || neededBy([join(ROOT, path)]).length > 0);
}

/** The test files that a list leaves out, by their paths from the repository's root. */
export function leftOut(list: TestList): readonly string[] {
  if (list === "all") return [];
  const rest = restFiles();
  if (list === "quick") return rest;
  const kept = new Set(rest);
  return testFiles().filter((path) => !kept.has(path));
}

/** Every test file, by its whole path. */
export function testFilePaths(): readonly string[] {
  return testFiles().map((path) => join(ROOT, path));
}

/** Every test file, by its path from the repository's root. */
export function testFiles(): readonly string[] {
  return globSync(TEST_FILES, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] }).toSorted();
}
