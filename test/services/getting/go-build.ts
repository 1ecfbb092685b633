import { isInstalled, runProgram } from "./run-program.ts";

let latest: Promise<void> = Promise.resolve();

/** Whether Go is on the PATH. */
export function hasGo(): boolean {
  return isInstalled("go", "version");
}

/**
 * Builds programs from Go modules, into a folder, without a C compiler.
 *
 * One build follows another: Go keeps what it has compiled, and Temporal's programs have packages in common, which each would compile
 * where they are built side by side.
 * @throws Error with Go's last lines when it fails
 */
export function buildWithGo(modules: readonly string[], folder: string): Promise<void> {
  const build = (): Promise<void> =>
    runProgram("go", ["install", "-v", ...modules], {
      environment: { GOBIN: folder, CGO_ENABLED: "0" },
      inBackground: true,
    });
  // Also after one that failed, which its own caller is told.
  latest = latest.then(build, build);
  return latest;
}
