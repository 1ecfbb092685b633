import { toApp } from "../../model/destination.ts";
import type { Strategy } from "./strategy.ts";

/** Whichever worker of the job's app has room first. */
export const anyExecutor: Strategy = ({ tenant, app }) => [toApp(tenant, app)];
