export { httpRunner, type HttpRunnerOptions } from "./http-runner.ts";
export { serviceChecks } from "./service-checks.ts";
