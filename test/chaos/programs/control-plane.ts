import { Role } from "@mojob/server";
import { openProgram } from "./open-program.ts";
import { sayReady } from "./program-settings.ts";

// A control plane with its API, until it is asked to end.

const { url } = await openProgram({ role: Role.ControlPlane });
sayReady({ executorId: null, url });
