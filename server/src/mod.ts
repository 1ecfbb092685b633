export type {
  Configuration,
  RuntimeConfiguration,
  StoreConfiguration,
} from "./configuration/configuration.ts";
export { parseConfiguration } from "./configuration/parse-configuration.ts";
export { withSecretFiles } from "./configuration/secret-files.ts";
export {
  type OpenDeploymentOptions,
  type OpenedDeployment,
  type OwnUserAccess,
  Role,
  type Stores,
} from "./deployment/deployment-options.ts";
export { openDeployment } from "./deployment/open-deployment.ts";
export { reportError } from "./deployment/report-error.ts";
export { type ProgramOptions, runProgram } from "./program/run-program.ts";
