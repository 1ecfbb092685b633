import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPackages, readInstalled, ROOT, runTool, typeErrors, type Installation } from "./installed.ts";

const BUILD_TIMEOUT_MS = 120_000;

const IMPORT_ALL = `
const counts = {};
for (const entry of process.argv.slice(2)) counts[entry] = Object.keys(await import(entry)).length;
console.log(JSON.stringify(counts));
`;

const PROGRAM = `
import { JobState, RecurringJob, type Clock, type JobContext, type RecurringJobOptions } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";

export class CloseDay extends RecurringJob {
  static readonly options: RecurringJobOptions = { key: "ledger.close-day", cron: "0 0 1 * * *" };
  override async execute({ signal }: JobContext): Promise<void> {
    signal.throwIfAborted();
  }
}
export const state: JobState = "Enqueued";
export const store: MetadataStoreInMemoryProvider = new MetadataStoreInMemoryProvider();
export const clock: Clock = createFakeClock();
// @ts-expect-error a state that does not exist: the types are there and say something
export const wrong: JobState = "Sleeping";
`;

const OWN_STORE = `
import { describeMetadataStore } from "@mojob/contract-tests";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { describe, it } from "node:test";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const until = async (condition) => {
  while (!condition()) await turn();
};
describeMetadataStore(
  { describe, it },
  { open: async () => new MetadataStoreInMemoryProvider(), until, propertyRuns: 3 },
);
`;

describe("the published packages", () => {
  let installed: Installation;
  let entries: readonly string[];

  beforeAll(() => {
    installed = installPackages();
    entries = installed.manifests.flatMap(({ name, exports }) =>
      Object.keys(exports).map((entry) => (entry === "." ? name : `${name}/${entry.slice(2)}`)),
    );
    writeFileSync(join(installed.folder, "import-all.js"), IMPORT_ALL);
  }, BUILD_TIMEOUT_MS);
  afterAll(() => installed?.remove());

  it("hold what their exports name, a licence and nothing of the tests", () => {
    expect(installed.manifests.length).toBeGreaterThan(6);
    for (const { name, exports } of installed.manifests) {
      const files = installed.files.get(name) ?? [];
      const named = Object.values(exports).flatMap(({ types, default: code }) => [types, code]);
      expect(files).toEqual(
        expect.arrayContaining([...named.map((path) => path.replace("./", "package/")), "package/LICENSE"]),
      );
      expect(files.filter((path) => /\.test\.|tsbuildinfo|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
    }
  });

  it("name JavaScript, not TypeScript, in their imports", () => {
    const left = installed.manifests.flatMap(({ name }) =>
      (installed.files.get(name) ?? [])
        .map((path) => path.replace("package/", ""))
        .filter((path) => /\.(d\.ts|js)$/.test(path))
        .filter((path) =>
          /(?:from|import|import\()\s*["']\.[^"'\n]*\.tsx?["']/.test(readInstalled(installed, name, path)),
        )
        .map((path) => `${name}/${path}`),
    );
    expect(left).toEqual([]);
  });

  it.each([
    ["node", ["import-all.js"]],
    ["bun", ["run", "import-all.js"]],
    ["deno", ["run", "--allow-all", "--quiet", "--node-modules-dir=manual", "import-all.js"]],
  ])("can be imported on %s, every entry", (runtime, args) => {
    const counts = JSON.parse(runTool(installed, runtime, [...args, ...entries])) as Record<string, number>;
    expect(Object.keys(counts)).toEqual(entries);
    for (const [entry, count] of Object.entries(counts)) expect(count, entry).toBeGreaterThan(0);
  });

  it("hold somebody's own store to the contract, under a test runner of theirs", () => {
    writeFileSync(join(installed.folder, "own-store.js"), OWN_STORE);
    const report = runTool(installed, "node", ["--test-reporter=tap", "own-store.js"]);
    expect(Number(/^# pass (\d+)$/m.exec(report)?.[1])).toBeGreaterThan(50);
    expect(report).toMatch(/^# fail 0$/m);
  });

  it("type-check in a strict program that skips no declarations of ours", () => {
    writeFileSync(join(installed.folder, "program.ts"), PROGRAM);
    const imports = entries.map((entry, index) => `export type * as e${index} from "${entry}";`);
    writeFileSync(join(installed.folder, "entries.ts"), imports.join("\n"));
    const compilerOptions = {
      target: "es2024",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
    };
    writeFileSync(
      join(installed.folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["program.ts", "entries.ts"] }),
    );
    // Some drivers' own declarations do not hold under these rules; that is theirs to mend.
    const ours = /^(node_modules\/@mojob\/|program\.ts|entries\.ts|error)/;
    expect(typeErrors(installed).filter((error) => ours.test(error))).toEqual([]);
  });

  it(
    "can be published to JSR as they stand, without their tests",
    () => {
      const { stdout, stderr, status } = spawnSync(
        join(ROOT, "node_modules/.bin/deno"),
        ["publish", "--dry-run", "--allow-dirty"],
        { cwd: ROOT, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
      );
      expect(status, stdout + stderr).toBe(0);
      for (const { name } of installed.manifests) expect(stderr).toContain(`Simulating publish of ${name}@`);
      expect(stderr).not.toMatch(/\.test\.ts/);
    },
    BUILD_TIMEOUT_MS,
  );
});
