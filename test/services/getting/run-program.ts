import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { reportProgress } from "./progress.ts";

const REPORT_EVERY_MS = 10_000;

/** Whether the program is on the PATH and runs when it is asked for its version. */
export function isInstalled(program: string, question = "--version"): boolean {
  return spawnSync(program, [question], { stdio: "ignore" }).status === 0;
}

export interface RunOptions {
  /** Added to this process's environment. @default {} */
  readonly environment?: Readonly<Record<string, string>>;
  /** Leaves the processor to others: for what takes minutes. @default false */
  readonly inBackground?: boolean;
}

/**
 * Runs a program to its end; reports every ten seconds how long it has taken and its last line.
 * @throws Error with its last lines when it fails
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { environment = {}, inBackground = false }: RunOptions = {},
): Promise<void> {
  const beganAtMs = performance.now();
  const [command, ...prefix] = inBackground ? ["nice", "-n", "19", program] : [program];
  const child = spawn(command, [...prefix, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      lines.push(line.trim());
      if (lines.length > 20) lines.shift();
    });
  }
  const reports = setInterval(() => {
    const seconds = Math.round((performance.now() - beganAtMs) / 1000);
    reportProgress(`${program}, ${seconds} s: ${lines.at(-1) ?? "no output yet"}`);
  }, REPORT_EVERY_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => clearInterval(reports));
  if (code !== 0)
    throw new Error(`"${program} ${args.join(" ")}" ended with ${code}:\n${lines.slice(-8).join("\n")}`);
}
