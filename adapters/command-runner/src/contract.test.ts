import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryUsage } from "node:process";
import { describeWorkRunner, type OpenedRunner } from "@mojob/contract-tests";
import type { CommandWork } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { commandRunner } from "./command-runner.ts";

/** Programs of a shell, with the folder that they may leave marks in as their first word. */
async function open(): Promise<OpenedRunner> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-contract-"));
  const [runs, pids] = [mkdtempSync(join(folder, "runs-")), join(folder, "pids")];
  const program = (script: string, secrets: readonly string[] = []): CommandWork => ({
    kind: "command",
    argv: ["sh", "-c", script, "sh", pids],
    secrets,
  });
  return {
    runner: commandRunner({ programs: ["sh"], folder: runs, limits: { outputMb: 4 }, killAfterMs: 500 }),
    quick: { work: program(`printf '{"n":1}' > "$MOJOB_RESULT_FILE"`), result: { n: 1 } },
    failing: { work: program("exit 3") },
    lasting: {
      work: program(`sleep 600 & printf '%s\\n%s\\n' "$$" "$!" > "$1.made"; mv "$1.made" "$1"; wait`),
      begun: () => expect.poll(() => existsSync(pids), { timeout: 10_000, interval: 5 }).toBe(true),
    },
    flooding: { work: program("exec yes 0123456789012345678901234567890123456789") },
    secret: {
      name: "TOKEN",
      work: program(`cat "$MOJOB_SECRET_TOKEN_FILE"; cat "$MOJOB_SECRET_TOKEN_FILE" >&2; exit 1`, ["TOKEN"]),
    },
    left: async () => [
      ...readdirSync(runs),
      ...(existsSync(pids) ? readFileSync(pids, "utf8").trim().split("\n").filter(isAlive) : []),
    ],
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A process that has ended and was not waited for is dead too. */
function isAlive(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2)[0] !== "Z";
  } catch {
    return false;
  }
}

describeWorkRunner(
  { describe, it: (name, body) => it(name, { timeout: 60_000 }, body) },
  {
    open,
    usedBytes: () => memoryUsage().rss,
    without: { killed: "runtimes.test.ts shows it with a worker on each runtime" },
  },
);
