// Runs a list of tests: `node test/lists/main.ts quick|rest|all [arguments for Vitest]`. For all of them, what the rest needs is
// downloaded and built beside the quick list.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseTestList, type TestList } from "./lists.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

const [, , name = "", ...args] = process.argv;

process.exitCode = await runList(parseTestList(name));

/** Resolves to the exit code. */
async function runList(list: TestList): Promise<number> {
  if (list !== "all") return await runNode([VITEST, "run", ...args], { TEST_LIST: list });
  const services = runNode([join(ROOT, "test/lists/get-services.ts")]);
  const quick = await runList("quick");
  await services;
  return Math.max(quick, await runList("rest"));
}

async function runNode(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, words, { stdio: "inherit", env: { ...process.env, ...environment } });
  const end = once(child, "exit");
  // Ctrl-C reaches Vitest by itself; what is sent to this process alone is passed on.
  process.once("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await end;
  return typeof code === "number" ? code : 1;
}
