import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { secretsOf } from "../../model/work-secrets.ts";

/** The secrets that a run is to get, each once: those that its work names, and those that its task gives it as arguments. */
export function secretsOfRun({ trigger }: JobInstance, { work }: JobDefinition): readonly string[] {
  const named = secretsOf(work);
  return trigger.secrets === undefined ? named : [...new Set([...named, ...Object.values(trigger.secrets)])];
}

/** The secrets that its work names: the others are in its arguments alone. */
export function secretsOfWork(
  { work }: JobDefinition,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(secretsOf(work).map((name) => [name, values.get(name) ?? ""]));
}

/** Its arguments with the secrets that its task gives it; the record keeps their names. */
export function argsWithSecrets(
  { args, trigger: { secrets = {} } }: JobInstance,
  values: ReadonlyMap<string, string>,
): JsonValue {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return args;
  const named = args as JsonObject;
  const given = Object.entries(secrets).filter(([param]) => Object.hasOwn(named, param));
  return { ...named, ...Object.fromEntries(given.map(([param, name]) => [param, values.get(name) ?? null])) };
}
