import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runtimeProgram } from "@mojob/test-services/runtimes";
import { spawnCommand } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installAlone, type Installation, installPackages, type LoneInstallation } from "./installed.ts";
import { ROOT } from "./workspaces.ts";

const PROGRAM = `
import { defineTriggeredJob, startScheduler } from "@mojob/scheduler";

const greet = defineTriggeredJob({ key: "greet", execute: (name) => "Hello " + name });
const { url, scheduler, close } = await startScheduler({ app: "ops", jobs: [greet], port: 0 });
console.log(await (await scheduler.trigger(greet, "Ada")).result());
console.log((await fetch(url + "/livez")).status);
await close();
`;

/** The flags that the page names, as they stand there. */
const FLAGS = /^deno run ((?:--allow-\S+ )+)main\.ts$/m;
const flags = (FLAGS.exec(readFileSync(join(ROOT, "scheduler/README.md"), "utf8"))?.[1] ?? "")
  .trim()
  .split(" ");

let installation: Installation;
let alone: LoneInstallation;
beforeAll(async () => {
  installation = await installPackages();
  alone = installAlone(installation, ["@mojob/scheduler"]);
  writeFileSync(join(alone.folder, "main.ts"), PROGRAM);
}, 300_000);
afterAll(() => {
  alone[Symbol.dispose]();
  installation.remove();
});

async function runWith(
  allowed: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const program = runtimeProgram("deno");
  // Other packages are linked from the repository here, and read from there.
  const linked = realpathSync(join(ROOT, "node_modules"));
  const given = allowed.map((flag) => (flag === "--allow-read=." ? `${flag},${linked}` : flag));
  const command = `cd "$0" && exec "$@"`;
  await using deno = spawnCommand("sh", [
    "-c",
    command,
    alone.folder,
    program,
    "run",
    "--no-prompt",
    "--quiet",
    ...given,
    "main.ts",
  ]);
  const { code } = await deno.exit;
  return { code, output: deno.output() };
}

describe("the permissions that Deno asks for", () => {
  it("are those that the page names", async () => {
    expect(flags).toHaveLength(4);
    const { code, output } = await runWith(flags);
    expect(output).toMatch(/Hello Ada\n200/);
    expect(code, output).toBe(0);
  }, 60_000);

  it.each([
    ["read", "Requires read access"],
    ["write", "Requires write access"],
    ["net", "start it with --allow-net=127.0.0.1"],
    ["sys", "Requires sys access"],
  ])(
    "are not enough without --allow-%s",
    async (name, message) => {
      const { code, output } = await runWith(flags.filter((flag) => !flag.startsWith(`--allow-${name}=`)));
      expect(code).not.toBe(0);
      expect(output).toContain(message);
    },
    60_000,
  );
});
