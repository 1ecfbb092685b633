import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@mojob/test-services/spawned-program";

/** Where there is no tag yet: the first commit whose workflows, records and queues this version shares. */
const FIRST_COMMIT = "9bd2bf20e3953ddc56794d9ade505f8965a09f13";
/** What an install makes and git does not keep. */
const MADE: readonly string[] = ["panel/src/panel-build.generated.ts"];

function git(...args: readonly string[]): string {
  return execFileSync("git", ["-C", ROOT, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

/** The commit of the release before this one; `null` where the repository has no history. */
export function findVersionBefore(): string | null {
  for (const revision of ["tag", FIRST_COMMIT]) {
    try {
      return git(
        "rev-parse",
        revision === "tag" ? git("describe", "--tags", "--abbrev=0") : `${revision}^{commit}`,
      );
    } catch {
      // No tag, or a clone without this commit.
    }
  }
  return null;
}

/** Puts the sources of a commit into an empty folder, with the packages that are installed here. */
export function checkOut(commit: string, folder: string): void {
  const archive = join(folder, "sources.tar");
  git("archive", "--format=tar", `--output=${archive}`, commit);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
  const modules = join(ROOT, "node_modules");
  mkdirSync(join(folder, "node_modules/@mojob"), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name !== "@mojob" && name !== ".cache")
      symlinkSync(join(modules, name), join(folder, "node_modules", name));
  }
  // Its own packages, by the same relative links.
  for (const name of readdirSync(join(modules, "@mojob")))
    symlinkSync(readlinkSync(join(modules, "@mojob", name)), join(folder, "node_modules/@mojob", name));
  for (const path of MADE) cpSync(join(ROOT, path), join(folder, path));
}
