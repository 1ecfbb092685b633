import { spawnSync } from "node:child_process";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMongodb } from "@mojob/test-services/mongodb";
import { OLDEST_NODE, runtimeProgram } from "@mojob/test-services/runtimes";
import { startTemporal } from "@mojob/test-services/temporal";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  installAlone,
  type Installation,
  installLine,
  installPackages,
  readInstalled,
  runTool,
  typeErrors,
  withDependencies,
} from "./installed.ts";
import { publishedNames, ROOT } from "./workspaces.ts";

const BUILD_TIMEOUT_MS = 300_000;
/** One program to its end, on a machine that has little time for it. */
const PROGRAM_TIMEOUT_MS = 180_000;

const IMPORT_ALL = `
const counts = {};
for (const entry of process.argv.slice(2)) counts[entry] = Object.keys(await import(entry)).length;
console.log(JSON.stringify(counts));
`;

const PROGRAM = `
import {
  defineTriggeredJob,
  JobState,
  recurring,
  RecurringJob,
  triggered,
  TriggeredJob,
  type JobContext,
  type RecurringJobOptions,
} from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";

export class CloseDay extends RecurringJob {
  static readonly options: RecurringJobOptions = { key: "ledger.close-day", cron: "0 0 1 * * *" };
  override async execute({ signal }: JobContext): Promise<void> {
    signal.throwIfAborted();
  }
}
export class SendMail extends TriggeredJob<{ readonly to: string }> {
  static readonly options = { key: "mail.send" };
  override execute({ to }: { readonly to: string }): string {
    return to;
  }
}
// Their declarations name our types: what those are made of has to be exported.
export const close = recurring(CloseDay);
export const jobs = [close, triggered(SendMail), defineTriggeredJob({ key: "x", execute: (id: number) => id })];
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

const DISTRIBUTED = `
import { defineTriggeredJob } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { connectTemporal, startJob } from "@mojob/runtime-temporal";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";

const [mongodb, address, tenant] = process.argv.slice(2);
const { store, state, close } = await connectMongodb(mongodb);
const shared = { store, state, tenant, temporal: { address } };
const job = defineTriggeredJob({ key: "double", execute: (args) => args * 2 });
const plane = await startControlPlane(shared);
const worker = await startWorker({ ...shared, app: "built", jobs: [job], onWarning: () => {} });
const connection = await connectTemporal({ address });
const handle = await startJob(connection.client, { instanceId: "built", tenant, jobKey: "double", args: 21 });
console.log("result", await handle.result());
await connection.close();
await worker.close();
await plane.close();
await close();
`;

const THREE_PLACES = `
import { connectScheduler } from "@mojob/client";
import { startRemoteWorker } from "@mojob/client/worker";
import { defineTriggeredJob, startScheduler } from "@mojob/scheduler";

const [file] = process.argv.slice(2);
const token = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const executorToken = "c0ffee00c0ffee11c0ffee22";
const double = defineTriggeredJob({ key: "double", execute: (number) => number * 2 });
const { url, close } = await startScheduler({
  app: "own",
  jobs: [],
  file,
  port: 0,
  token,
  executors: { shop: [executorToken] },
  closeOnSignal: false,
});
const worker = await startRemoteWorker({ url, token: executorToken, app: "shop", jobs: [double] });
const run = await connectScheduler({ url, token }).trigger(double, 21);
console.log("result", await run.result());
await worker.close();
await close();
`;

const COUNT_MODULES = `
import { registerHooks } from "node:module";
let modules = 0;
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) modules += 1;
    return next(url, context);
  },
});
await import(process.argv[2]);
console.log(modules);
`;

/** Most modules of all packages that an entry loads: what a program waits for when it starts. */
const WEIGHTS = [
  { entry: "@mojob/core", modules: 12 },
  { entry: "@mojob/client", modules: 29 },
  { entry: "@mojob/client/worker", modules: 70 },
  { entry: "@mojob/runtime-local", modules: 70 },
  { entry: "@mojob/http", modules: 163 },
  { entry: "@mojob/scheduler", modules: 182 },
];

/** Most packages that npm installs with one, those aside that packages of others bring. */
const INSTALLS = [
  { entry: "@mojob/client", ours: 2, others: 7 },
  { entry: "@mojob/runtime-local", ours: 3, others: 6 },
  { entry: "@mojob/http", ours: 25, others: 19 },
  { entry: "@mojob/scheduler", ours: 33, others: 21 },
];

/** The command with which each runtime runs a program of the installation. */
const RUNTIMES = [
  ["node", []],
  ["oldest-node", []],
  ["bun", ["run"]],
  ["deno", ["run", "--allow-all", "--quiet", "--node-modules-dir=manual"]],
] as const;

describe("the published packages", () => {
  let installed: Installation;
  let entries: readonly string[];

  beforeAll(async () => {
    installed = await installPackages();
    entries = installed.manifests.flatMap(({ name, exports }) =>
      Object.keys(exports)
        .filter((entry) => entry !== "./package.json")
        .map((entry) => (entry === "." ? name : `${name}/${entry.slice(2)}`)),
    );
    writeFileSync(join(installed.folder, "import-all.js"), IMPORT_ALL);
  }, BUILD_TIMEOUT_MS);
  afterAll(() => installed?.remove());

  it("hold what their exports name, a licence, a page for their readers and nothing of the tests", () => {
    expect(installed.manifests.map(({ name }) => name).toSorted()).toEqual(publishedNames());
    for (const { name, exports } of installed.manifests) {
      const files = installed.files.get(name) ?? [];
      const named = Object.values(exports).flatMap((entry) =>
        typeof entry === "string" ? [entry] : [entry.types, entry.default],
      );
      const wanted = [
        ...named.map((path) => path.replace("./", "package/")),
        "package/LICENSE",
        "package/README.md",
      ];
      expect(files).toEqual(expect.arrayContaining(wanted));
      expect(
        files.filter((path) =>
          /\.(test|mutants)\.|\/fixtures\/|tsbuildinfo|\/lib\/.*(?<!\.d)\.tsx?$/.test(path),
        ),
      ).toEqual([]);
    }
  });

  it("say where they come from, that anybody may have them, and which Node they need", () => {
    for (const { name, repository, publishConfig, engines } of installed.manifests) {
      expect(repository.url).toMatch(/^git\+https:\/\//);
      expect(existsSync(join(ROOT, repository.directory, "package.json")), name).toBe(true);
      expect(publishConfig).toEqual({ access: "public", provenance: true });
      expect(engines.node).toBe(`>=${OLDEST_NODE.replace(/\.0$/, "")}`);
    }
  });

  it("ask for ranges of what they need from outside, so that a program has one copy of it", () => {
    const pinned = installed.manifests.flatMap(({ name, dependencies, peerDependencies }) =>
      Object.entries({ ...dependencies, ...peerDependencies })
        .filter(([, range]) => !range.startsWith("^"))
        .map(([dependency, range]) => `${name} asks for ${dependency} ${range}`),
    );
    expect(pinned).toEqual([]);
  });

  it.each(INSTALLS)(
    "bring at most $ours packages of ours and $others of others with $entry",
    ({ entry, ours, others }) => {
      const brought = withDependencies(installed.manifests, [entry]);
      const own = brought.filter((name) => name.startsWith("@mojob/"));
      expect([own.length <= ours, brought.length - own.length <= others], brought.join(" ")).toEqual([
        true,
        true,
      ]);
      // A program that sends mail, has texts of its own for notices, or uses a database in jobs, installs these.
      for (const name of ["nodemailer", "liquidjs", "pg", "mysql2"]) expect(brought).not.toContain(name);
    },
  );

  it.each(WEIGHTS)("load at most $modules modules with $entry", ({ entry, modules }) => {
    writeFileSync(join(installed.folder, "count-modules.js"), COUNT_MODULES);
    const counted = Number(runTool(installed, "node", ["count-modules.js", entry]).trim());
    expect(counted).toBeLessThanOrEqual(modules);
    expect(counted).toBeGreaterThan(1);
  });

  it("have no file that only an editor would read, and at most 1.5 MB of the core to be got", () => {
    const kept = installed.manifests.flatMap(({ name }) =>
      (installed.files.get(name) ?? []).filter((path) => /\.map$|^package\/src\//.test(path)),
    );
    expect(kept).toEqual([]);
    expect(installed.tarballBytes.get("@mojob/core")).toBeLessThan(1_500_000);
  });

  it("are what publint finds nothing wrong with", async () => {
    for (const { name } of installed.manifests) {
      const pkgDir = join(installed.folder, "node_modules", name);
      const { messages } = await publint({ pkgDir, pack: false, strict: true });
      expect(messages.map(({ code, path }) => `${name}: ${code} at ${path.join(".")}`)).toEqual([]);
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

  it.each(RUNTIMES)("can be imported on %s, every entry", (runtime, args) => {
    const program = [...args, "import-all.js", ...entries];
    const counts = JSON.parse(runTool(installed, runtime, program)) as Record<string, number>;
    expect(Object.keys(counts)).toEqual(entries);
    for (const [entry, count] of Object.entries(counts)) expect(count, entry).toBeGreaterThan(0);
  });

  it("hold a user's own store to the contract, under a test runner of their choice", () => {
    writeFileSync(join(installed.folder, "own-store.js"), OWN_STORE);
    const report = runTool(installed, "node", ["--test-reporter=tap", "own-store.js"]);
    expect(Number(/^# pass (\d+)$/m.exec(report)?.[1])).toBeGreaterThan(50);
    expect(report).toMatch(/^# fail 0$/m);
  });

  it.each(RUNTIMES)(
    "on %s trigger over HTTP what a worker over HTTP runs, with what two packages bring along",
    (runtime, args) => {
      using alone = installAlone(installed, ["@mojob/scheduler", "@mojob/client"]);
      writeFileSync(join(alone.folder, "three-places.js"), THREE_PLACES);
      const program = [...args, "three-places.js", join(alone.folder, "own.db")];
      expect(runTool(alone, runtime, program)).toMatch(/^result 42$/m);
    },
    BUILD_TIMEOUT_MS,
  );

  describe("beside Temporal and MongoDB", () => {
    let temporal: Awaited<ReturnType<typeof startTemporal>>;
    let mongodb: Awaited<ReturnType<typeof startMongodb>>;
    beforeAll(async () => {
      [temporal, mongodb] = await Promise.all([startTemporal(), startMongodb()]);
    });
    afterAll(async () => {
      await temporal?.close();
      await mongodb?.close();
    });

    it.each(publishedNames())(
      "have an example on the page of %s that runs with what the page says to install, and nothing else",
      (name) => {
        const services = {
          TEMPORAL_ADDRESS: temporal.address,
          MONGODB_URL: mongodb.url.replace("/?", "/readme?"),
        };
        const page = readInstalled(installed, name, "README.md");
        const [, code] = /^```ts\n([^]*?)^```/m.exec(page) ?? [];
        expect(code).toBeDefined();
        using alone = installAlone(installed, installLine(page));
        writeFileSync(join(alone.folder, "program.ts"), code ?? "");
        const [runtime, args] = RUNTIMES.find(([own]) => name === `@mojob/${own}`) ?? RUNTIMES[1];
        expect(() => runTool(alone, runtime, [...args, "program.ts"], services)).not.toThrow();
      },
      PROGRAM_TIMEOUT_MS,
    );

    describe("with the workflows that were bundled for them", () => {
      // What is bundled at start is bundled from here.
      const source = (file: string): string =>
        join(installed.folder, "node_modules/@mojob/runtime-temporal/lib/workflows", file);
      beforeAll(() => {
        renameSync(source("mod.js"), source("put-aside.js"));
        writeFileSync(join(installed.folder, "distributed.js"), DISTRIBUTED);
      });
      afterAll(() => renameSync(source("put-aside.js"), source("mod.js")));

      it.each(RUNTIMES)(
        "run jobs on %s",
        (runtime, args) => {
          const program = [...args, "distributed.js", mongodb.url, temporal.address, `built-on-${runtime}`];
          expect(runTool(installed, runtime, program)).toBe("result 42\n");
        },
        PROGRAM_TIMEOUT_MS,
      );
    });
  });

  it(
    "type-check in a strict program that skips no declarations of ours",
    () => {
      writeFileSync(join(installed.folder, "program.ts"), PROGRAM);
      const imports = entries.map((entry, index) => `export type * as e${index} from "${entry}";`);
      writeFileSync(join(installed.folder, "entries.ts"), imports.join("\n"));
      const compilerOptions = {
        target: "es2024",
        module: "nodenext",
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        declaration: true,
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
    },
    BUILD_TIMEOUT_MS,
  );

  it(
    "can be published to JSR as they stand, without their tests",
    () => {
      // Types that are slow to read are refused all the same; whether they hold, `npm run check` has asked the compiler.
      const { stdout, stderr, status } = spawnSync(
        runtimeProgram("deno"),
        ["publish", "--dry-run", "--allow-dirty", "--no-check"],
        { cwd: ROOT, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
      );
      expect(status, stdout + stderr).toBe(0);
      for (const { name } of installed.manifests) expect(stderr).toContain(`Simulating publish of ${name}@`);
      expect(stderr).not.toMatch(/\.(test|mutants)\.ts/);
    },
    BUILD_TIMEOUT_MS,
  );
});
