import { defineConfig, type ViteUserConfig } from "vitest/config";
import everything from "./vitest.config.ts";
import { FlowTable } from "./panel/test/flow-table.ts";

/** As all tests are run, and what is printed is the table of the flows. */
const config: ViteUserConfig = defineConfig({
  ...everything,
  test: { ...everything.test, reporters: [new FlowTable()] },
});

export default config;
