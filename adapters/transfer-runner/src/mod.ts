export { type TransferConnection, TransferProtocol } from "./connection.ts";
export { transferRunner, type TransferLimits, type TransferRunnerOptions } from "./transfer-runner.ts";
