import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { neededBy } from "./needs.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function needs(pattern: string): readonly string[] {
  const files = globSync(pattern, { cwd: ROOT }).map((path) => join(ROOT, path));
  expect(files).not.toEqual([]);
  return neededBy(files).toSorted();
}

it("neededBy() finds nothing for tests that start no server", () => {
  expect(needs("core/src/**/*.test.ts")).toEqual([]);
  expect(needs("test/repo/*.test.ts")).toEqual([]);
});

it("neededBy() finds the servers that are started by the file itself or by what it imports", () => {
  expect(needs("adapters/mongodb/src/contract.test.ts")).toEqual(["mongodb"]);
  expect(needs("runtime-temporal/src/connections.test.ts")).toEqual(["mongodb", "temporal"]);
  expect(needs("test/runtimes/deno.test.ts")).toEqual(["runtimes"]);
  expect(needs("test/services/production/*.test.ts")).toEqual(["production", "temporal"]);
});
