import process from "node:process";
import * as platform from "@mojob/node";
import { openDeployment, parseConfiguration, Role, runProgram, withSecretFiles } from "@mojob/server";
import { jobs } from "./jobs.ts";

// A worker: holds the code of its app's jobs and runs them. Start as many as the work needs. Its API and panel show its own app.

runProgram({
  platform,
  exit: (code) => process.exit(code),
  async open(end, signal) {
    const deployment = await openDeployment(
      parseConfiguration(await withSecretFiles(platform.environment())),
      {
        platform,
        signal,
        role: Role.Worker,
        jobs,
        // The state of the program is unknown: the container starts it again, and the runs continue elsewhere.
        onFatal: () => end(1),
      },
    );
    process.stdout.write(`worker: ${deployment.workerId}\npanel of its app: ${deployment.url}\n`);
    return deployment;
  },
});
