export { httpRunner, type HttpRunnerOptions } from "./http-runner.ts";
