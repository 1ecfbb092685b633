import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { SERVICE_CACHE } from "../getting/service-cache.ts";
import type { RuntimeName, RuntimeUnderTest } from "./spawned-program.ts";

/** What the published packages ask for at least. */
export const OLDEST_NODE = "22.20.0";

/** The runtimes beside the Node that comes with the repository: only tests need them, and they are 300 MB. */
export const RUNTIME_VERSIONS: Readonly<Record<RuntimeName, string>> = {
  bun: "1.4.5",
  deno: "2.9.6",
  node: OLDEST_NODE,
};

/** The name of their folder in the cache. */
export const RUNTIMES_FOLDER: string = `runtimes-bun-${RUNTIME_VERSIONS.bun}-deno-${RUNTIME_VERSIONS.deno}-node-${RUNTIME_VERSIONS.node}`;

/** Where npm puts their programs. */
export const RUNTIMES_BIN: string = join(SERVICE_CACHE, RUNTIMES_FOLDER, "node_modules/.bin");

/** What each runtime has before the name of a TypeScript file that it runs. */
export const RUN_ARGS: Readonly<Record<RuntimeName, readonly string[]>> = {
  node: [],
  bun: ["run"],
  deno: ["run", "--allow-all", "--quiet"],
};

/** Bun or Deno where it is in the cache or on the PATH; `null` where it is not, and nothing is installed. */
export function findRuntime(name: Exclude<RuntimeName, "node">): RuntimeUnderTest | null {
  const folders = [RUNTIMES_BIN, ...(process.env["PATH"] ?? "").split(delimiter)];
  const program = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return program === undefined ? null : { name, program, args: RUN_ARGS[name] };
}
