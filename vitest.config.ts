import { availableParallelism } from "node:os";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "{core,adapters,runtime-local,runtime-temporal,http,panel,examples,deploy,test}/**/*.test.{ts,tsx}",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 20_000,
    // Most of the time goes to waiting for servers that were stopped and processes that were killed, not to computing.
    maxWorkers: availableParallelism() + 1,
    // The gate counts from the report; whoever runs the tests by hand reads the default one.
    reporters: ["default", "json"],
    outputFile: { json: "node_modules/.cache/test-report.json" },
  },
});

export default config;
