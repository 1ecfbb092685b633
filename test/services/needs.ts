import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a test file can need. */
export type Need =
  | "browser"
  | "connections"
  | "executors"
  | "mongodb"
  | "temporal"
  | "production"
  | "runtimes"
  | "frameworks"
  | "oracles"
  | "scripts"
  | "xxl";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The files that give servers and runtimes, with what has to be there for them. */
const GIVERS: ReadonlyMap<string, readonly Need[]> = new Map([
  [join(HERE, "browser/chromium.ts"), ["browser"]],
  [join(HERE, "connections/connections.ts"), ["connections"]],
  [join(HERE, "mongodb/mongodb.ts"), ["mongodb"]],
  [join(HERE, "temporal/temporal-program.ts"), ["temporal"]],
  [
    join(HERE, "temporal/temporal.ts"),
    process.env["TEMPORAL_SERVER"] === "postgres" ? ["temporal", "production"] : ["temporal"],
  ],
  [join(HERE, "production/production-temporal.ts"), ["production"]],
  [join(HERE, "running/runtimes.ts"), ["runtimes"]],
  [join(HERE, "running/frameworks.ts"), ["frameworks"]],
  [join(HERE, "running/script-tools.ts"), ["scripts"]],
  [join(HERE, "executors/executor-clients.ts"), ["executors"]],
  [join(HERE, "oracles/schedule-oracles.ts"), ["oracles"]],
  [join(HERE, "xxl/xxl-clients.ts"), ["xxl"]],
]);

/** In `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`: the relative ones, and this repository's test packages. */
const IMPORT = /\b(?:from|import)\s*\(?\s*"(?<specifier>\.{1,2}\/[^"]+|@mojob\/test-[^"]+)"/g;

/** What the test files need, found by following their imports. */
export function neededBy(paths: readonly string[]): readonly Need[] {
  const seen = new Set<string>();
  const needs = new Set<Need>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const given = GIVERS.get(path);
    if (given === undefined) waiting.push(...importsOf(path));
    else for (const need of given) needs.add(need);
  }
  return [...needs];
}

function importsOf(path: string): readonly string[] {
  const specifiers = [...readFileSync(path, "utf8").matchAll(IMPORT)].map(
    ({ groups }) => groups?.["specifier"] ?? "",
  );
  const folder = dirname(path);
  return specifiers
    .map((specifier) => (specifier.startsWith(".") ? join(folder, specifier) : entryOf(specifier)))
    .filter((found) => /\.tsx?$/.test(found) && existsSync(found));
}

/** The file of a test package's entry; no file for a name that only stands in a test's text. */
function entryOf(specifier: string): string {
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch {
    return specifier;
  }
}
