import { canonicalJson, jsonOf } from "../base/json.ts";
import type { JobDefinition } from "./job-definition.ts";

/** The code's declaration of a job: stores take it over at each registration, and change nothing else of a known job. */
export type Declaration = Pick<JobDefinition, "declared" | "layers" | "declaredBody">;

export function declarationOf({ declared, layers, declaredBody }: JobDefinition): Declaration {
  return {
    declared,
    ...(layers !== undefined && { layers }),
    ...(declaredBody !== undefined && { declaredBody }),
  };
}

/** Whether a registration changes the declaration that stands: it is of the same app and kind, and says something else. */
export function isRedeclared(standing: JobDefinition, definition: JobDefinition): boolean {
  return (
    standing.app === definition.app &&
    standing.kind === definition.kind &&
    textOf(standing) !== textOf(definition)
  );
}

function textOf(definition: JobDefinition): string {
  return canonicalJson(jsonOf(declarationOf(definition)));
}
