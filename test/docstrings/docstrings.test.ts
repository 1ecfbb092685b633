import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { spawnCommand } from "@mojob/test-services/spawned-program";
import { runtimeProgram } from "@mojob/test-services/runtimes";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readText } from "../repo/repository.ts";
import { exportedNames, sourceFiles } from "../repo/source.ts";

/** Entries whose functions authors call, each with the folder of its sources. */
const AUTHOR_ENTRIES: readonly (readonly [entry: string, sources: string])[] = [
  ["core/src/mod.ts", "core/src/"],
  ["runtime-local/src/mod.ts", "runtime-local/src/"],
  ["server/src/mod.ts", "server/src/"],
];
/** Functions of other entries that every program calls. */
const OTHERS: readonly (readonly [name: string, sources: string])[] = [
  ["createManagementApp", "http/src/"],
  ["serve", "adapters/node/src/"],
  ["onShutdownSignal", "adapters/node/src/"],
  ["createFakeClock", "core/src/testing/"],
  ["openSqlite", "adapters/sqlite/src/"],
  ["defineTask", "core/src/"],
];
/** Functions that need servers: their examples run with the addresses of the tests' own. */
const ON_SERVERS: readonly (readonly [name: string, sources: string])[] = [
  ["connectMongodb", "adapters/mongodb/src/"],
  ["connectTemporal", "runtime-temporal/src/client/"],
  ["connectScheduler", "runtime-temporal/src/client/"],
  ["startJob", "runtime-temporal/src/client/"],
  ["startControlPlane", "runtime-temporal/src/control-plane/"],
  ["startWorker", "runtime-temporal/src/worker/"],
];
/** Need none: each is the default of an option, or explained by its one line. */
const WITHOUT: ReadonlySet<string> = new Set(["reportError"]);

const DOCUMENTED = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\nexport (?:async )?function (\w+)/g;
const EXPORTED = /^export (?:async )?function (\w+)/gm;
const FENCE = /@example\n```ts\n([^]*?)```/;

/** The functions that some sources export, with their docstrings. */
function functionsOf(sources: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of sourceFiles().filter((file) => file.startsWith(sources) && !file.endsWith(".test.ts"))) {
    const text = readText(path);
    for (const [, name = ""] of text.matchAll(EXPORTED)) found.set(name, "");
    for (const [, doc = "", name = ""] of text.matchAll(DOCUMENTED))
      found.set(name, doc.replaceAll(/^ *\* ?/gm, ""));
  }
  return found;
}

const functions: readonly (readonly [name: string, doc: string])[] = [
  ...AUTHOR_ENTRIES.flatMap(([entry, sources]) => {
    const names = new Set(exportedNames(entry));
    return [...functionsOf(sources)].filter(([name]) => names.has(name) && !WITHOUT.has(name));
  }),
  ...[...OTHERS, ...ON_SERVERS].map(
    ([name, sources]) => [name, functionsOf(sources).get(name) ?? ""] as const,
  ),
];

describe("the example in a function's docstring", () => {
  it("is there for those that authors call", () => {
    expect(functions.length).toBeGreaterThan(12);
    expect(functions.filter(([, doc]) => !FENCE.test(doc)).map(([name]) => name)).toEqual([]);
  });

  describe("runs as it stands", () => {
    let folder: string;
    let mongodb: MongodbServer;
    let temporal: TemporalServer;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "mojob-docstrings-"));
      [mongodb, temporal] = await Promise.all([startMongodb(), startTemporal()]);
    });
    afterAll(async () => {
      await Promise.all([mongodb.close(), temporal.close()]);
      await rm(folder, { recursive: true });
    });

    /** The example, where the names of its servers are those of the tests' servers and its file is in a folder of its own. */
    const localized = (code: string, name: string): string => {
      const database = new URL(mongodb.url);
      database.pathname = `/docstring-${name}`;
      const { address, namespace } = temporal;
      return code
        .replace("mongodb://db.internal/mojob", database.href)
        .replace('address: "temporal.internal:7233"', `address: "${address}", namespace: "${namespace}"`)
        .replace('".mojob/', `"${join(folder, name)}/`);
    };

    it.concurrent.each(functions.filter(([, doc]) => FENCE.test(doc)))(
      "of %s",
      async (name, doc) => {
        const [, code = ""] = FENCE.exec(doc) ?? [];
        await using program = spawnCommand(runtimeProgram("node"), [
          "--input-type=module-typescript",
          "--eval",
          localized(code, name),
        ]);
        const { code: exitCode } = await program.exit;
        expect(exitCode, program.output()).toBe(0);
      },
      120_000,
    );
  });
});
