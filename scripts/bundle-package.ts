import { cpSync, globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Packages that look for files beside their modules, in ways that a bundle would change. */
const NOT_BUNDLED: ReadonlySet<string> = new Set([
  "adapters/temporal-bus",
  "adapters/threads",
  "runtime-temporal",
]);

/** Programs of threads and processes, by package: where its bundle looks for them, and where tsc has written them. */
const THREADS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    "adapters/sqlite",
    { "checkpoint-thread": "link/checkpoint-thread", "link/backup-thread": "link/backup-thread" },
  ],
  [
    "adapters/sql-runner",
    { "sqlite-process": "sqlite/sqlite-process", "sqlite-thread": "sqlite/sqlite-thread" },
  ],
  ["adapters/mongodb", { "life-thread": "life/life-thread" }],
]);

/**
 * Puts one file an entry, and chunks of what entries share, in place of the modules in a package's `lib`: reading hundreds of small files is half
 * of what a program needs to start. Declarations stay as they are.
 */
export async function bundlePackage(folder: string, lib: string, entries: readonly string[]): Promise<void> {
  if (NOT_BUNDLED.has(folder)) return;
  const programs = { ...Object.fromEntries(entries.map((entry) => [entry, entry])), ...THREADS.get(folder) };
  await using bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(programs).map(([name, module]) => [name, join(lib, `${module}.js`)]),
    ),
    // Other packages are resolved where this one is installed.
    external: (id) => /^[^./]/.test(id),
    platform: "neutral",
  });
  const bundled = `${lib}-bundled`;
  await bundle.write({
    dir: bundled,
    format: "es",
    chunkFileNames: "[name]-[hash].js",
    comments: { annotation: true, jsdoc: false, legal: true },
  });
  for (const path of globSync(join(lib, "**/*.js"))) rmSync(path);
  cpSync(bundled, lib, { recursive: true });
  rmSync(bundled, { recursive: true });
}
