import { existsSync } from "node:fs";
import process from "node:process";
import { reportProgress } from "./progress.ts";
import { runProgram } from "./run-program.ts";

/** The installation in progress: apt refuses a second one beside it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Installs Debian's packages where this process is root and there is apt; does nothing elsewhere, and nothing for an empty list.
 *
 * What cannot be installed is printed. The caller looks for its program afterwards and reports what is wanted.
 */
export function installDebian(packages: readonly string[]): Promise<void> {
  const installed = last.then(() => install(packages));
  last = installed;
  return installed;
}

async function install(packages: readonly string[]): Promise<void> {
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  reportProgress(`installing ${packages.join(", ")} with apt-get, once`);
  const environment = { DEBIAN_FRONTEND: "noninteractive" };
  // Another process that installs with apt, such as a second run of the tests, is waited for.
  const words = ["-o", "DPkg::Lock::Timeout=600", "--quiet", "--yes", "--no-install-recommends", "install"];
  try {
    await runProgram("apt-get", ["--quiet", "update"], { environment });
    await runProgram("apt-get", [...words, ...packages], { environment });
  } catch (error) {
    reportProgress(error instanceof Error ? error.message : String(error));
  }
}
