import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aWorkAttempt, MadeFiles } from "@mojob/contract-tests";
import { PhaseName, type SharedPart, type SharedParts, type WorkKind } from "@mojob/core/ports";
import { expect, it, onTestFinished } from "vitest";
import { commandRunner } from "../command-runner.ts";

// A program may leave anything in its folder. The worker, which has more rights than one in a sandbox, must not follow it out of there.

function aPlace(): { readonly runs: string; readonly outside: string } {
  const folder = mkdtempSync(join(tmpdir(), "mojob-hostile-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [runs, outside] = [join(folder, "runs"), join(folder, "outside")];
  for (const path of [runs, outside]) mkdirSync(path);
  writeFileSync(join(outside, "id_rsa"), "private key");
  return { runs, outside };
}

const command = (script: string) => ({
  kind: "command" as typeof WorkKind.Command,
  argv: ["sh", "-c", script],
});

/** What the phases of one attempt share. */
function sharedParts(): SharedParts & { readonly remove: () => Promise<void> } {
  const made = new Map<string, Promise<SharedPart>>();
  return {
    get: <T extends SharedPart>(name: string, make: () => Promise<T>) => {
      if (!made.has(name)) made.set(name, make());
      return made.get(name) as Promise<T>;
    },
    remove: async () => {
      for (const part of made.values()) await (await part).remove();
    },
  };
}

it.each([
  ["a link to a folder in the place of its outputs", (to: string) => `rm -r outputs; ln -s ${to} outputs`],
  ["links to files in its outputs", (to: string) => `ln -s ${to}/id_rsa outputs/key`],
  ["pipes and devices in its outputs", () => "mkfifo outputs/key; ln -s /dev/zero outputs/zero"],
])("%s are not followed", async (_, hostile) => {
  const { runs, outside } = aPlace();
  const files = new MadeFiles();
  const runner = commandRunner({ programs: ["sh"], folder: runs });
  const { attempt, lines } = aWorkAttempt(command(hostile(outside)), { files });
  expect(await runner.run(attempt)).toBeNull();
  expect(lines.join("\n")).toMatch(/left out/);
  expect(readdirSync(runs)).toEqual([]);
  expect(readFileSync(join(outside, "id_rsa"), "utf8")).toBe("private key");
});

it.each(["params.json", "ctx.json", "status", "result.json", "ctx.log", "job.log"])(
  "a link in the place of %s is written over, and not what it leads to",
  async (name) => {
    const { runs, outside } = aPlace();
    const target = join(outside, "id_rsa");
    const runner = commandRunner({ programs: ["sh"], folder: runs });
    const shared = sharedParts();
    const link = `rm -f ${name}; ln -s ${target} ${name}; echo one`;
    for (const [phase, script] of [
      [PhaseName.Ready, link],
      [PhaseName.Process, link],
      [PhaseName.End, "echo two"],
    ] as const)
      await runner.run({ ...aWorkAttempt(command(script)).attempt, shared, phase });
    await shared.remove();
    expect(readFileSync(target, "utf8")).toBe("private key");
    expect(readdirSync(runs)).toEqual([]);
  },
);

it.each(["executeCode", "inputs", "outputs", "secrets"])(
  "a link in the place of the folder %s is replaced, and nothing is written where it leads",
  async (name) => {
    const { runs, outside } = aPlace();
    const files = new MadeFiles();
    const file = files.put("a.txt", "hello");
    const runner = commandRunner({ programs: ["sh"], folder: runs });
    const shared = sharedParts();
    const given = { files, args: { file }, secrets: { TOKEN: "abcdefgh" } };
    for (const [phase, script] of [
      [PhaseName.Ready, `rm -rf ${name}; ln -s ${outside} ${name}`],
      [PhaseName.Process, "cat $MOJOB_SECRET_TOKEN_FILE >/dev/null && echo of process > outputs/left"],
    ] as const)
      await runner.run({ ...aWorkAttempt(command(script), given).attempt, shared, phase });
    await shared.remove();
    expect(readdirSync(outside)).toEqual(["id_rsa"]);
    expect(existsSync(join(outside, "id_rsa"))).toBe(true);
  },
);
