import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The best first: the shell has no windows, and needs a third less of the processor. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const PACKAGES = ["chromium-headless-shell", "chromium"];

let found: string | undefined;

/** The Chromium to test with: `CHROMIUM_PATH`, else that of the system, else Debian's package where we may install it. */
export function findChromium(): string {
  return (found ??= process.env["CHROMIUM_PATH"] ?? onPath() ?? installed());
}

function onPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}

function installed(): string {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const run = (...args: readonly string[]): void =>
      void execFileSync("apt-get", args, {
        stdio: "ignore",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    run("update");
    for (const name of PACKAGES) {
      try {
        run("install", "--yes", "--no-install-recommends", name, "fonts-noto-cjk");
        break;
      } catch {
        // Older releases have no package of that name.
      }
    }
  }
  const path = onPath();
  if (path !== undefined) return path;
  throw new Error("The panel's tests need Chromium: install it, or name it in CHROMIUM_PATH");
}
