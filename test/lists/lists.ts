import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { neededBy } from "@mojob/test-services/needs";
import { CORE } from "./core-list.ts";

export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

/** `quick` is `npm test`; with `core` it is the gate; `night` is what both leave out; `all` is everything. */
export const TEST_LISTS = ["all", "quick", "core", "night"] as const;
export type TestList = (typeof TEST_LISTS)[number];

/** Where tests are. */
export const TEST_FILES =
  "{core,adapters,features,runtime-local,runtime-temporal,http,scheduler,server,client,panel,examples,deploy,test}/**/*.test.{ts,tsx}";

/** Files that need nothing and are left to the night all the same, each with its reason. */
export const LONG: Readonly<Record<string, string>> = {
  "adapters/importers/test/cron-parser.test.ts":
    "asks cron-parser for the fires of 10,000 expressions, of which the test of Agenda asks for a few hundred",
  "adapters/importers/test/many-random-files.test.ts":
    "imports 10,000 random files of each source, of which random-files.test.ts imports 200",
  "test/attack/doors.test.ts":
    "attacks a started server at every door, which its unit tests do piece by piece",
  "test/attack/files.test.ts":
    "uploads and downloads files of a started server by every name and value that is not one's own",
  "test/attack/objects.test.ts": "tries every kind of object of a started server as everybody of another app",
  "test/attack/sign-in.test.ts": "guesses passwords and codes of a started server",
  "test/attack/streams.test.ts": "holds streams of a started server open while rights change",
  "test/attack/tokens.test.ts": "tries every token of a started server at every act that hands out rights",
  "test/bombs/many.test.ts": "sends a server many of each bomb, three times where the machine is slow",
  "test/bombs/runs-of-tasks.test.ts": "runs workflows as large as they may be, each several times",
  "test/cost/sign-in.test.ts":
    "hashes fifty passwords as in production, beside fires whose lateness it measures",
  "test/model/followers.test.ts": "tries every order of what two processes write, for half a minute",
  "test/model/interleavings.test.ts": "tries every order of what two processes write, for more than a minute",
  "test/model/waiting.test.ts": "tries every order of what two processes write, for more than a minute",
  "test/standby/killed-backfill.test.ts":
    "kills a process eight times while it makes up for 10,000 fires, which the property test does in memory",
  "test/repo/add-a-code.test.ts": "checks the types of the whole repository again, in a copy",
  "test/repo/add-an-option.test.ts": "checks the types of the whole repository again, in a copy",
};

/** @throws Error that names the lists, for a name that is none of them */
export function parseTestList(name: string): TestList {
  const list = TEST_LISTS.find((one) => one === name);
  if (list === undefined)
    throw new Error(`There is no list of tests "${name}": one of ${TEST_LISTS.join(", ")} is wanted`);
  return list;
}

/** The files of a list, by their paths from the repository's root. */
export function filesOf(list: TestList): readonly string[] {
  const files = testFiles();
  return list === "all" ? files : files.filter((path) => listOf(path) === list);
}

/** The test files that a list leaves out, by their paths from the repository's root. */
export function leftOut(list: TestList): readonly string[] {
  const kept = new Set(filesOf(list));
  return testFiles().filter((path) => !kept.has(path));
}

/** Every test file, by its path from the repository's root. */
export function testFiles(): readonly string[] {
  return globSync(TEST_FILES, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] }).toSorted();
}

function listOf(path: string): TestList {
  if (CORE[path] !== undefined) return "core";
  // A server, a browser or another runtime is needed by what is not quick.
  return LONG[path] !== undefined || neededBy([join(ROOT, path)]).length > 0 ? "night" : "quick";
}
