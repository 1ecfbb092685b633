import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { installDebian } from "../getting/debian.ts";

/** The best first: the shell has no windows, and needs a third less of the processor. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
/** Older releases of Debian have no package of the shell. */
const PACKAGES = ["chromium-headless-shell", "chromium"];
const FONTS = "fonts-noto-cjk";

/**
 * The Chromium to test with: `CHROMIUM_PATH`, else that of the system, else Debian's package, installed where this process is root.
 * @throws Error with what is wanted where there is none
 */
export async function resolveChromium(): Promise<string> {
  let path = process.env["CHROMIUM_PATH"] ?? onPath();
  for (const name of PACKAGES) {
    if (path !== undefined) return path;
    await installDebian([name, FONTS]);
    path = onPath();
  }
  if (path !== undefined) return path;
  throw new Error("The panel's tests need Chromium: install it, or name it in CHROMIUM_PATH");
}

function onPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}
