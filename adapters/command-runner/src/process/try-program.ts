import { spawnSync } from "node:child_process";
import type { Argv } from "./launch.ts";

/** Longer than a program takes that only shows whether it can do its work here. */
const TRY_MS = 10_000;

/** Runs a program once, before any run, without an environment; returns why it fails, and `null` where it exits with 0. */
export function tryProgram([program, ...words]: Argv): string | null {
  const { status, error, stderr } = spawnSync(program, words, {
    env: {},
    encoding: "utf8",
    timeout: TRY_MS,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status === 0) return null;
  const line = stderr?.trim().split("\n").at(-1) ?? "";
  return line === "" ? (error?.message ?? `exit code ${status}`) : line;
}
