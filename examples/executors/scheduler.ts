import process from "node:process";
import * as platform from "@mojob/node";
import { openDeployment, parseConfiguration, runProgram } from "@mojob/server";

// A scheduler without jobs of its own: workers in other languages bring them. MOJOB_EXECUTORS has their tokens.

runProgram({
  platform,
  exit: (code) => process.exit(code),
  async open(end) {
    const configuration = parseConfiguration(platform.environment());
    const deployment = await openDeployment(configuration, { platform, onFatal: () => end(1) });
    process.stdout.write(`panel: ${deployment.url}\n`);
    return deployment;
  },
});
