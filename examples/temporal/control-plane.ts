import process from "node:process";
import * as platform from "@mojob/node";
import { openDeployment, Role, runProgram } from "@mojob/server";
import { readPlaces } from "./places.ts";

// A control plane: decides what runs when, serves the API and the panel. Start as many as you like; they share the work.

runProgram({
  platform,
  exit: (code) => process.exit(code),
  async open() {
    const deployment = await openDeployment(readPlaces(), { platform, role: Role.ControlPlane });
    console.log(`control plane: ${deployment.url}`);
    return deployment;
  },
});
