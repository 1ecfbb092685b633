export type { SqlConnection } from "./connection.ts";
export { sqlRunner, type SqlRunnerOptions } from "./sql-runner.ts";
