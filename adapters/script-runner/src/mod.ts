export { scriptRunner, type ScriptRunnerOptions } from "./script-runner.ts";
export { ScriptLanguage } from "./script-language.ts";
