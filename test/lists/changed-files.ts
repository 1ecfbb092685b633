import { execFileSync } from "node:child_process";
import process from "node:process";
import { ROOT } from "./lists.ts";

/** What a change is compared with. */
export interface ChangeBase {
  readonly commit: string;
  /** For people. */
  readonly name: string;
}

/**
 * Where the change that is checked began: what `GATE_BASE` names, else where it left the main branch. On the main branch itself it is the
 * last day's work.
 */
export function changeBase(): ChangeBase {
  const head = git("rev-parse", "HEAD");
  const named = process.env["GATE_BASE"] ?? "origin/HEAD";
  const left = tryGit("merge-base", named, "HEAD");
  if (left !== null && left !== head) return { commit: left, name: `the merge base with ${named}` };
  const dayMs = 86_400_000;
  const since = new Date(new Date(git("show", "-s", "--format=%cI", head)).getTime() - dayMs).toISOString();
  const before = git("rev-list", "-1", `--before=${since}`, "HEAD");
  // A copy without its history, or a history of a day.
  const first = git("rev-list", "--max-parents=0", "HEAD").split("\n").at(-1) ?? head;
  return { commit: before === "" ? first : before, name: `the last day before ${head.slice(0, 8)}` };
}

/** The files that differ from there, those not committed yet included, by their paths from the repository's root. */
export function changedFiles({ commit }: ChangeBase): readonly string[] {
  const tracked = git("diff", "--name-only", commit);
  const untracked = git("ls-files", "--others", "--exclude-standard");
  return [...new Set(`${tracked}\n${untracked}`.split("\n"))].filter((path) => path !== "");
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

function tryGit(...words: readonly string[]): string | null {
  try {
    return git(...words);
  } catch {
    return null;
  }
}
