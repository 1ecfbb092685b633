// Runs a list of tests: `node test/lists/main.ts quick|core|night|all [arguments for Vitest]`. For all of them, what is not quick needs is
// downloaded and built beside the quick list.
import process from "node:process";
import { join } from "node:path";
import { parseTestList, ROOT, type TestList } from "./lists.ts";
import { runProgram, runTests } from "./run-program.ts";

const [, , name = "", ...words] = process.argv;

process.exitCode = await runList(parseTestList(name));

/** Resolves to the exit code. */
async function runList(list: TestList): Promise<number> {
  if (list !== "all") return await runTests(list, words);
  const services = runProgram(process.execPath, [join(ROOT, "test/lists/get-services.ts")]);
  const quick = await runList("quick");
  await services;
  return Math.max(quick, await runList("core"), await runList("night"));
}
