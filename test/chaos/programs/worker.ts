import { Role } from "@mojob/server";
import { openProgram } from "./open-program.ts";
import { sayReady } from "./program-settings.ts";

// A worker, until it is asked to end.

const { workerId } = await openProgram({ role: Role.Worker, maxConcurrentRuns: 200 });
sayReady({ executorId: workerId, url: null });
