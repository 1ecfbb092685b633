import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

let found: string | undefined;

/** The Chromium to test with: `CHROMIUM_PATH`, else that of the system, else Debian's package where we may install it. */
export function findChromium(): string {
  return (found ??= process.env["CHROMIUM_PATH"] ?? onPath() ?? installed());
}

function onPath(): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

function installed(): string {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const run = (...args: readonly string[]): void =>
      void execFileSync("apt-get", args, {
        stdio: "ignore",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    run("update");
    run("install", "--yes", "--no-install-recommends", "chromium", "fonts-noto-cjk");
  }
  const path = onPath();
  if (path !== undefined) return path;
  throw new Error("The panel's tests need Chromium: install it, or name it in CHROMIUM_PATH");
}
