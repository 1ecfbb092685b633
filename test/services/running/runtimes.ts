import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { runProgram } from "../getting/run-program.ts";
import { RUN_ARGS, RUNTIMES_BIN, RUNTIMES_FOLDER, RUNTIME_VERSIONS } from "./installed-runtimes.ts";
import { NODE, type RuntimeName, type RuntimeUnderTest } from "./spawned-program.ts";

export { OLDEST_NODE, RUN_ARGS } from "./installed-runtimes.ts";

/** The runtimes that run what is published; the oldest Node runs JavaScript alone. */
export type PackageRuntime = RuntimeName | "oldest-node";

export const RUNTIME_NAMES: readonly RuntimeName[] = ["node", "bun", "deno"];

const NPM: ProgramSource = {
  name: RUNTIMES_FOLDER,
  async fill(folder) {
    reportProgress("installing Bun, Deno and the oldest Node from npm, once");
    const manifest = {
      private: true,
      dependencies: RUNTIME_VERSIONS,
      allowScripts: { bun: true, deno: true, node: true },
    };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    // npm would take the repository that it was started in for the folder's own workspace root.
    await runProgram("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund"], {
      environment: { npm_config_workspaces: "false" },
    });
  },
};

/**
 * Finds or gets Bun and Deno: the cache, else npm.
 * @throws Error with npm's last lines where they cannot be had
 */
export async function resolveRuntimes(): Promise<void> {
  await obtain("Bun, Deno and the oldest Node", [NPM]);
}

/** The program of a runtime. Those beside Node are there once `resolveRuntimes` has resolved. */
export function runtimeProgram(name: PackageRuntime): string {
  if (name === "node") return NODE.program;
  return join(RUNTIMES_BIN, name === "oldest-node" ? "node" : name);
}

export const BUN: RuntimeUnderTest = { name: "bun", program: runtimeProgram("bun"), args: RUN_ARGS.bun };
export const DENO: RuntimeUnderTest = { name: "deno", program: runtimeProgram("deno"), args: RUN_ARGS.deno };
