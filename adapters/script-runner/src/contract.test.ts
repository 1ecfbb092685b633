import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryUsage } from "node:process";
import { describeWorkRunner, type OpenedRunner } from "@mojob/contract-tests";
import type { ScriptWork } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { scriptRunner } from "./script-runner.ts";

async function open(): Promise<OpenedRunner> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-contract-"));
  const [runs, begun] = [mkdtempSync(join(folder, "runs-")), join(folder, "begun")];
  const script = (source: string, secrets: readonly string[] = []): ScriptWork => ({
    kind: "script",
    language: "shell",
    source,
    secrets,
  });
  return {
    runner: scriptRunner({
      languages: ["shell"],
      sandbox: "unsandboxed",
      folder: runs,
      limits: { outputMb: 4 },
      killAfterMs: 500,
    }),
    quick: { work: script(`printf '{"n":1}' > "$MOJOB_RESULT_FILE"`), result: { n: 1 } },
    failing: { work: script("exit 3") },
    lasting: {
      work: script(`: > '${begun}'; sleep 600`),
      begun: () => expect.poll(() => existsSync(begun), { timeout: 10_000, interval: 5 }).toBe(true),
    },
    flooding: { work: script("exec yes 0123456789012345678901234567890123456789") },
    secret: { name: "TOKEN", work: script(`cat "$MOJOB_SECRET_TOKEN_FILE"; exit 1`, ["TOKEN"]) },
    left: async () => readdirSync(runs),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

describeWorkRunner(
  { describe, it: (name, body) => it(name, { timeout: 60_000 }, body) },
  {
    open,
    usedBytes: () => memoryUsage().rss,
    without: { killed: "processes are those of the runner of commands, whose runtimes.test.ts shows it" },
  },
);
