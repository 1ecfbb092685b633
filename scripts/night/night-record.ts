import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../test/lists/lists.ts";
import { REPORTS } from "../../test/reporting/report-name.ts";

/** How a part of a night ended. */
export interface PartResult {
  readonly isGreen: boolean;
  readonly minutes: number;
}

const FILE = join(REPORTS, "night.json");

/** What has passed at this commit, so that a night that was interrupted goes on. Where files are changed, nothing is known of them. */
export class NightRecord {
  readonly #commit: string | null;
  readonly #parts: Map<string, PartResult>;

  private constructor(commit: string | null, parts: Readonly<Record<string, PartResult>>) {
    this.#commit = commit;
    this.#parts = new Map(Object.entries(parts));
  }

  static read(): NightRecord {
    const git = (...words: readonly string[]): string =>
      execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();
    const commit = git("status", "--porcelain") === "" ? git("rev-parse", "HEAD") : null;
    const kept = existsSync(FILE)
      ? (JSON.parse(readFileSync(FILE, "utf8")) as {
          readonly commit: string;
          readonly parts: Readonly<Record<string, PartResult>>;
        })
      : null;
    return new NightRecord(commit, commit !== null && kept?.commit === commit ? kept.parts : {});
  }

  /** The part's result, where it has passed at this commit. */
  passed(name: string): PartResult | null {
    const part = this.#parts.get(name);
    return part?.isGreen === true ? part : null;
  }

  keep(name: string, result: PartResult): void {
    this.#parts.set(name, result);
    if (this.#commit === null) return;
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(
      FILE,
      JSON.stringify({ commit: this.#commit, parts: Object.fromEntries(this.#parts) }, null, 2),
    );
  }
}
