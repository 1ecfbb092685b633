import { jsonText } from "../../../ui/json/json-text.ts";
import type { Instance } from "../../../api/operations.generated.ts";

/** As the scheduler finds them in the arguments of a child. */
const PLACEHOLDER = /\{((?:args|result|run|error)(?:\.[\w$-]+)*)\}/g;

/** The value of an argument after this run, as text; `null` where it names nothing of a run. */
export function valueInRun(template: string, run: Instance): string | null {
  const { id, jobKey, state, args, result, error } = run;
  const sources = { args, result, error, run: { id, job: jobKey, state } };
  if (template.search(PLACEHOLDER) < 0) return null;
  return template.replaceAll(PLACEHOLDER, (_, path: string) => {
    const value = path.split(".").reduce<unknown>(memberOf, sources);
    return typeof value === "string" ? value : jsonText(value ?? null);
  });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
