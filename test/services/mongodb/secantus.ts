import type { ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { isInstalled, runProgram } from "../getting/run-program.ts";

export const SECANTUS = "0.5.3-beta.193";

/** SecantusDB, built with cargo. */
export const secantusSource: ProgramSource = {
  name: `secantus-mdb-${SECANTUS}`,
  async fill(folder) {
    if (!isInstalled("cargo")) {
      throw new Error(
        "install mongod 6 or later, name a running server in MONGODB_URL, or install cargo to build SecantusDB",
      );
    }
    reportProgress("building SecantusDB, once: it takes minutes");
    const version = ["--version", SECANTUS, "--ignore-rust-version"];
    await runProgram("cargo", ["install", "secantus-mdb", ...version, "--root", folder], {
      inBackground: true,
    });
  },
};
