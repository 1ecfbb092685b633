import { readdirSync } from "node:fs";
import { memoryUsage } from "node:process";
import { fileURLToPath } from "node:url";
import { aWorkAttempt, describeWorkRunner, type OpenedRunner } from "@mojob/contract-tests";
import type { JobWork } from "@mojob/core/ports";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";
import { FileSetup } from "../fixtures/file-setup.ts";

const PROGRAM = fileURLToPath(new URL("../fixtures/attempt-program.ts", import.meta.url));
const MB = 1024 * 1024;

const fileWork = (work: object): JobWork => ({ kind: "file", ...work }) as unknown as JobWork;

async function open(): Promise<OpenedRunner> {
  const setup = new FileSetup({ limits: { fileMb: 64, totalMb: 4096 } });
  setup.put("in/a.txt", "content");
  setup.put("in/large", new Uint8Array(32 * MB));
  const many = Array.from({ length: 100 }, () => "in:large");
  const out = (): readonly string[] => readdirSync(setup.path("out"));
  return {
    runner: setup.runner,
    quick: { work: fileWork({ do: "read", from: "in:a.txt" }), result: { text: "content", size: 7 } },
    failing: { work: fileWork({ do: "read", from: "in:none" }) },
    lasting: {
      work: fileWork({ do: "split", from: "in:large", to: "out:parts", by: { bytes: 4000 }, name: "{n}" }),
      begun: async () => {
        while (out().length === 0) await new Promise((resolve) => setImmediate(resolve));
      },
    },
    flooding: { work: fileWork({ do: "concat", from: many, to: "out:joined" }) },
    left: async () => out(),
    close: async () => setup.remove(),
  };
}

async function killed(): Promise<readonly string[]> {
  const setup = new FileSetup();
  try {
    setup.put("in/large", new Uint8Array(32 * MB));
    const work = fileWork({
      do: "concat",
      from: Array.from({ length: 20 }, () => "in:large"),
      to: "out:joined",
    });
    const args = [setup.path("in"), setup.path("out"), "run-1", JSON.stringify(work)];
    await using program = spawnProgram(NODE, PROGRAM, { args });
    await program.line(/^begun/);
    await expect.poll(() => setup.names("out").length, { timeout: 20_000, interval: 1 }).toBeGreaterThan(0);
    program.signalAlone("SIGKILL");
    await program.exit;
    expect(setup.names("out")).toEqual([expect.stringContaining(".mojob-part-")]);
    await setup.runner.run(aWorkAttempt(work, { instanceId: "run-1", attempt: 2 }).attempt);
    return setup.names("out").filter((name) => name !== "joined");
  } finally {
    setup.remove();
  }
}

describeWorkRunner(
  { describe, it: (name, body) => it(name, { timeout: 60_000 }, body) },
  {
    open,
    killed,
    usedBytes: () => memoryUsage().rss,
    without: { secret: "work with files is given none" },
  },
);
