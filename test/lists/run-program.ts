import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { ROOT, type TestList } from "./lists.ts";

export const VITEST: string = join(ROOT, "node_modules/vitest/vitest.mjs");

/** Runs a program in the repository's root, with this process's output; resolves to its exit code. */
export async function runProgram(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(program, words, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  const end = once(child, "exit");
  // Ctrl-C reaches the program by itself; what is sent to this process alone is passed on.
  const passOn = (): void => void child.kill("SIGTERM");
  process.once("SIGTERM", passOn);
  const [code] = await end;
  process.removeListener("SIGTERM", passOn);
  return typeof code === "number" ? code : 1;
}

/** Runs tests of a list; resolves to Vitest's exit code. */
export function runTests(
  list: TestList,
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  return runProgram(process.execPath, [VITEST, "run", ...words], { TEST_LIST: list, ...environment });
}
