import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { reportProgress } from "./service-cache.ts";

/** The least time between two progress lines. */
const PACE_MS = 5000;

/** Whether the program is on the PATH and answers when asked for its version. */
export function isInstalled(program: string, question = "--version"): boolean {
  return spawnSync(program, [question], { stdio: "ignore" }).status === 0;
}

/** Runs a program to its end, at low priority, telling now and then where it is; rejects with its last lines when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn("nice", ["-n", "19", program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const lines: string[] = [];
  let toldAtMs = 0;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      if (performance.now() - toldAtMs < PACE_MS) return;
      toldAtMs = performance.now();
      reportProgress(`${program}: ${line.trim()}`);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(`"${program} ${args.join(" ")}" ended with ${code}:\n${lines.slice(-8).join("\n")}`);
}
