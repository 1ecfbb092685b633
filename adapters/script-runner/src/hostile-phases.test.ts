import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aWorkAttempt } from "@mojob/contract-tests";
import { PhaseName, type SharedPart, type WorkKind } from "@mojob/core/ports";
import { expect, it, onTestFinished } from "vitest";
import { scriptRunner } from "./script-runner.ts";

// Outside of a sandbox the worker writes the next phase's script: a link of the phase before must not lead it anywhere.
it.each(["script.sh", ".seccomp", "executeCode/process"])(
  "a link that one phase leaves as %s is replaced when the next one is written, and not followed",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-hostile-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [runs, target] = [join(folder, "runs"), join(folder, "profile")];
    mkdirSync(runs);
    writeFileSync(target, "as it was");
    const runner = scriptRunner({ languages: ["shell"], sandbox: "unsandboxed", folder: runs });
    const parts: Promise<SharedPart>[] = [];
    const shared = {
      get: async <Part extends SharedPart>(_: string, make: () => Promise<Part>): Promise<Part> => {
        parts[0] ??= make();
        return (await parts[0]) as Part;
      },
    };
    const scripts = [
      [PhaseName.Ready, `rm -f ${name}; ln -s ${target} ${name}`],
      [PhaseName.Process, "echo ran > outputs/done"],
    ] as const;
    for (const [phase, source] of scripts) {
      const work = { kind: "script" as typeof WorkKind.Script, language: "shell", source };
      const { attempt } = aWorkAttempt(work);
      await runner.run({ ...attempt, shared, phase });
    }
    await (await parts[0])?.remove();
    expect(readFileSync(target, "utf8")).toBe("as it was");
    expect(readdirSync(runs)).toEqual([]);
  },
);
