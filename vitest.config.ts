import { availableParallelism } from "node:os";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes a minute and more, most of it waiting: begun first, or the end of the tests would be waiting for it alone. */
const LONGEST = [
  "test/behaviour/temporal.test.ts",
  "runtime-temporal/src/faults.test.ts",
  "adapters/mongodb/src/outage.test.ts",
  "runtime-temporal/src/runtimes.test.ts",
  "runtime-temporal/src/outages.test.ts",
  "test/chaos/scenarios/smoke.test.ts",
  "test/packages/packages.test.ts",
  "panel/test/sweep.test.ts",
  "adapters/temporal-bus/src/contract.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "{core,adapters,runtime-local,runtime-temporal,http,panel,examples,deploy,test}/**/*.test.{ts,tsx}",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 20_000,
    sequence: { sequencer: LongestFirst },
    // Most of the time goes to waiting for servers that were stopped and processes that were killed, not to computing.
    maxWorkers: availableParallelism() + 1,
    // The gate counts from the report; whoever runs the tests by hand reads the default one.
    reporters: ["default", "json"],
    outputFile: { json: "node_modules/.cache/test-report.json" },
  },
});

export default config;
