import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { runProgram } from "../getting/run-program.ts";
import { SERVICE_CACHE } from "../getting/service-cache.ts";

export type RuntimeName = "node" | "bun" | "deno";
/** The runtimes that run what is published; the oldest Node runs JavaScript alone. */
export type PackageRuntime = RuntimeName | "oldest-node";

/** What the published packages ask for at least. */
export const OLDEST_NODE = "22.20.0";

/** How each runtime runs a TypeScript file. */
export const RUN_ARGS: Readonly<Record<RuntimeName, readonly string[]>> = {
  node: [],
  bun: ["run"],
  deno: ["run", "--allow-all", "--quiet"],
};

export const RUNTIME_NAMES: readonly RuntimeName[] = ["node", "bun", "deno"];

/** The runtimes beside the Node that comes with the repository: only tests need them, and they are 300 MB. */
const VERSIONS = { bun: "1.4.5", deno: "2.9.6", node: OLDEST_NODE };

const OWN_BIN = fileURLToPath(new URL("../../../node_modules/.bin/", import.meta.url));

const NPM: ProgramSource = {
  name: `runtimes-bun-${VERSIONS.bun}-deno-${VERSIONS.deno}-node-${VERSIONS.node}`,
  async fill(folder) {
    reportProgress("installing Bun, Deno and the oldest Node from npm, once");
    const manifest = {
      private: true,
      dependencies: VERSIONS,
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
  if (name === "node") return join(OWN_BIN, name);
  const bin = join(SERVICE_CACHE, NPM.name, "node_modules/.bin");
  return join(bin, name === "oldest-node" ? "node" : name);
}
