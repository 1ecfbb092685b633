import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { leftOut, parseTestList } from "./test/lists/lists.ts";
import { LeftOut } from "./test/reporting/left-out.ts";
import { reportName, reportPath } from "./test/reporting/report-name.ts";
import { SecondTries } from "./test/reporting/second-tries.ts";

/** Without one, as `npx vitest run adapters/mongodb`, all files can be named. */
const LIST = parseTestList(process.env["TEST_LIST"] ?? "all");
const REPORT = reportName(LIST);
// Tests that start Vitest name their files, whatever list they are of.
delete process.env["TEST_LIST"];
delete process.env["TEST_REPORT"];
const LEFT_OUT = leftOut(LIST);

/**
 * Files that take long, most of it waiting: they begin first, or the end of the run would wait for them alone. Without a cache of
 * an earlier run the others follow by their size, so a short file that takes long has its place here too.
 */
const LONGEST = [
  "test/behaviour/temporal-starting.test.ts",
  "test/behaviour/temporal-limiting.test.ts",
  "test/behaviour/temporal-executing.test.ts",
  "server/src/deployment/door-kinds-of-stores.test.ts",
  "test/distributed/operations.test.ts",
  "runtime-temporal/src/faults.test.ts",
  "adapters/mongodb/src/outage.test.ts",
  "runtime-temporal/src/runtimes.test.ts",
  "runtime-temporal/src/outages.test.ts",
  "test/packages/packages.test.ts",
  "test/packages/frameworks.test.ts",
  "adapters/mongodb/src/contract.test.ts",
  "adapters/mongodb/src/standalone-contract.test.ts",
  "test/behaviour/temporal-basics.test.ts",
  "test/model/waiting.test.ts",
  "test/behaviour/mongodb.test.ts",
  "panel/test/sweep.test.ts",
  "panel/test/chinese.test.ts",
  "panel/test/focus.test.ts",
  "adapters/temporal-bus/src/contract.test.ts",
  "test/distributed/rolling.test.ts",
  "test/model/interleavings.test.ts",
  "test/model/followers.test.ts",
  "adapters/sqlite/src/runtimes.test.ts",
  "adapters/command-runner/src/runtimes.test.ts",
  "adapters/script-runner/src/runtimes.test.ts",
  "panel/test/unsaved.test.ts",
  "examples/executors/on-temporal.test.ts",
  "test/standby/standby.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place < 0 ? LONGEST.length : place;
    };
    // A process takes a file after another of its own project alone: with two projects in turns, each file would begin with a new one.
    const sorted = Object.values(
      Object.groupBy(await super.sort(files), ({ project }) => project.name),
    ).flat();
    return sorted.filter((file) => file !== undefined).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Files that measure time, or kill servers and count the seconds: what runs beside them would be measured too. They come last, one by one. */
const ALONE = [
  "test/chaos/scenarios/{smoke,other-smokes}.test.ts",
  "panel/test/scale.test.ts",
  "test/cost/sign-in.test.ts",
];

/**
 * Files whose tests leave nothing behind in their process: loading what they import would take longer than most of them. `forgetting` is about
 * what a process says once, and those of the adapters that are left out measure time: what ran before them had compiled a part of it.
 * Those of the panel that are left out set the language, or a `document`, of their process.
 */
const PURE = [
  "{client,core,deploy,features,http,scheduler}/**/*.test.ts",
  "adapters/!(bun|deno|temporal-bus|threads)/**/!(migrate|outage|owner|retention|round-trips).test.ts",
  "adapters/temporal-bus/src/!(contract|outage|dead-subscriber).test.ts",
  "panel/app/**/!(call-api|fact-words|problem-words|refusal-words).test.ts",
  "runtime-local/src/**/!(forgetting).test.ts",
  "runtime-temporal/src/{client,control-plane,link,worker,workflows}/**/*.test.ts",
  "server/src/**/!(door-kinds-of-stores).test.ts",
  "test/{config,import,lists,repo,standby}/**/*.test.ts",
];

/** One process and one Chromium for file after file: what has loaded and compiled the panel once does so faster for the next. */
const BROWSER = ["panel/test/**/*.test.ts"];

/** Millions of steps of our own code: where Node loads it as it is, without Vite's access to each import, they take a quarter less. */
const MODELS = ["test/model/**/*.test.ts"];

/** Vitest gives what the command line excludes to a configuration without projects alone. */
const EXCLUDE: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "exclude-in-projects",
  configureVitest({ project, vitest }) {
    project.config.exclude.push(...(vitest.config.cliExclude ?? []));
  },
};

const config: ViteUserConfig = defineConfig({
  plugins: [EXCLUDE],
  test: {
    projects: [
      {
        extends: true,
        // Nothing happens on import and no module keeps anything, so their files can follow each other in one process.
        test: { name: "pure", include: PURE, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: [
            "{adapters,features,runtime-local,runtime-temporal,http,scheduler,server,client,panel,examples,deploy,test}/**/*.test.{ts,tsx}",
          ],
          exclude: [...ALONE, ...PURE, ...BROWSER, ...MODELS],
        },
      },
      {
        extends: true,
        test: { name: "models", include: MODELS, experimental: { viteModuleRunner: false } },
      },
      {
        extends: true,
        test: { name: "browser", include: BROWSER, exclude: ALONE, isolate: false },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE, sequence: { groupOrder: 1 }, maxWorkers: 1 },
      },
    ],
    // What an audit of a page found is read in the log of a machine that is gone.
    chaiConfig: { truncateThreshold: 0 },
    exclude: ["**/node_modules/**", "**/dist/**", ...LEFT_OUT],
    // Tests wait for events; the limit is for one that never comes, on a machine that has little time for them.
    testTimeout: 90_000,
    // A hook that starts a server may find that it does not work and start it again (test/services/running/owned-server.ts).
    hookTimeout: 180_000,
    // What is polled for comes later on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // The gate runs on machines of any load, beside servers that are killed: a test that failed is run once more, and named.
    retry: process.env["CI"] === undefined ? 0 : 1,
    // Downloads and builds the servers that the chosen files need, before any test and without a time limit.
    globalSetup: ["test/services/prepare.ts"],
    sequence: { sequencer: LongestFirst },
    // Hundreds of programs are started from the same sources: with what the first of them compiled, the next start in half the time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url)) },
    // A part of the time goes to waiting for servers that were stopped and processes that were killed. With two more than there are
    // processors, what is timed out beside the others costs more than it saves.
    maxWorkers: availableParallelism() + 1,
    // The gate counts from the report; people read the default one.
    reporters: ["default", "json", new SecondTries(REPORT), new LeftOut(LIST, LEFT_OUT)],
    outputFile: { json: reportPath(REPORT) },
  },
});

export default config;
