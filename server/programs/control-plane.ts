import process from "node:process";
import * as platform from "@mojob/node";
import { openDeployment, parseConfiguration, Role, runProgram, withSecretFiles } from "@mojob/server";
import { builtWorkflows } from "./workflow-bundle.ts";

// A control plane: decides what runs when, serves the API and the panel. Any number of them share the work.

runProgram({
  platform,
  exit: (code) => process.exit(code),
  async open(end, signal) {
    const deployment = await openDeployment(
      parseConfiguration(await withSecretFiles(platform.environment())),
      {
        platform,
        signal,
        role: Role.ControlPlane,
        ...builtWorkflows(),
        onFatal: () => end(1),
      },
    );
    process.stdout.write(`control plane: ${deployment.url}\n`);
    return deployment;
  },
});
