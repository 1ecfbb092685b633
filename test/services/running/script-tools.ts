import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installDebian } from "../getting/debian.ts";
import { reportProgress } from "../getting/progress.ts";

/** What the tests of scripts run beside Node and Deno, and Debian's packages of it. */
const PACKAGES = { bwrap: "bubblewrap", php: "php-cli", python3: "python3-minimal" } as const;
export type ScriptTool = keyof typeof PACKAGES;

const TOOLS = Object.keys(PACKAGES) as ScriptTool[];

/** Whether a program is where the system puts its own. */
export function hasScriptTool(tool: ScriptTool): boolean {
  return existsSync(`/usr/bin/${tool}`);
}

/** Whether bubblewrap is there and the kernel lets it make namespaces, which some containers do not. */
export function canSandbox(): boolean {
  const words = [
    "--unshare-all",
    "--unshare-user",
    "--uid",
    "65534",
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "true",
  ];
  return hasScriptTool("bwrap") && spawnSync("/usr/bin/bwrap", words, { stdio: "ignore" }).status === 0;
}

/** Installs what is missing with apt where this process is root, and prints what cannot be tested. */
export async function resolveScriptTools(): Promise<void> {
  await installDebian(TOOLS.filter((tool) => !hasScriptTool(tool)).map((tool) => PACKAGES[tool]));
  for (const tool of TOOLS)
    if (!hasScriptTool(tool)) reportProgress(`there is no ${tool}: scripts are tested without it`);
  if (!canSandbox()) reportProgress("bubblewrap cannot make a sandbox here: scripts are tested without one");
}
