import { Role } from "@mojob/server";
import { openProgram } from "./open-program.ts";
import { sayReady } from "./program-settings.ts";

// A worker, which executors may call, until it is asked to end.

const { workerId, url } = await openProgram({ role: Role.Worker, maxConcurrentRuns: 200 });
sayReady({ executorId: workerId, url });
