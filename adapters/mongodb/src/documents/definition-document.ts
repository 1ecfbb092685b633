import type { JobDefinition } from "@mojob/core";
import {
  codeWork,
  completeOptions,
  jsonOf,
  JobOrigin,
  type JobWork,
  type JsonObject,
} from "@mojob/core/ports";
import type { Document } from "mongodb";
import { documentId, jsonFields } from "./instance-document.ts";
import { fromStoredJson } from "./json-field.ts";
import type { DefinitionDocument } from "./mongodb-documents.ts";

/** The fields whose JSON a document may only hold as text. */
const JSON_FIELDS = ["argsSchema", "args", "work"] as const;

/** Fields that an edit may remove. */
const OF_SOME = ["script", "declaredBody", "isBodyEdited"] as const;

export function idOf({ tenant, key }: Pick<JobDefinition, "tenant" | "key">): string {
  return documentId(tenant, key);
}

export function toFields({ argsSchema, args, work, ...rest }: JobDefinition): Document {
  return {
    ...rest,
    ...jsonFields("argsSchema", argsSchema),
    ...jsonFields("args", args),
    ...jsonFields("work", jsonOf(work)),
  };
}

/** Of each pair of fields for one JSON value, the one that is not used; and what only some definitions have, where this one has not. */
export function staleFields(definition: JobDefinition): Document {
  const used = toFields(definition);
  const names = [...JSON_FIELDS.flatMap((name) => [name, `${name}Text`]), ...OF_SOME];
  return Object.fromEntries(names.filter((name) => !(name in used)).map((name) => [name, ""]));
}

/** Documents of earlier versions are of jobs that their app's code declared, and lack options that came later. */
export function toDefinition(document: DefinitionDocument): JobDefinition {
  const {
    _id,
    changedAt,
    argsSchema,
    argsSchemaText,
    args,
    argsText,
    work,
    workText,
    origin = JobOrigin.Code,
    inCode = true,
    options,
    declared,
    ...rest
  } = document;
  return {
    ...rest,
    options: completeOptions(options),
    declared: completeOptions(declared),
    origin,
    inCode,
    work: (fromStoredJson(work, workText) as JobWork | null) ?? codeWork(rest.key),
    args: fromStoredJson(args, argsText),
    argsSchema: fromStoredJson(argsSchema, argsSchemaText) as JsonObject | null,
  };
}
