import { openProgram } from "./open-program.ts";
import { sayReady } from "./program-settings.ts";

// The whole scheduler in one process, on a store that outlives it, until it is asked to end.

const { workerId, url } = await openProgram({});
sayReady({ executorId: workerId, url });
