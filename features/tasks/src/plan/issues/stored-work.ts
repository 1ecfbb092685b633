import type { JsonValue } from "@mojob/core";
import type { ParamDeclaration, TaskBody } from "@mojob/core/engine";
import { ValueType } from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";

/** The jobs and tasks that nodes name, as they are known when a task is checked. */
export interface StoredWork {
  /** The key of the task that is checked, which it may not execute itself. @default none */
  readonly key?: string;
  /** Its app. @default not known */
  readonly app?: string;
  /** Whether what does not exist may come later, with the next deploy: it is worth a look then, and no mistake. @default false */
  readonly mayCome?: boolean;
  /** A job; `null` where it does not exist. */
  job(key: string): StoredParams | null;
  /** The body of a task, the released one where no version is named; `null` where it does not exist. */
  task(key: string, version?: number): TaskBody | null;
}

/** The parameters of a job. */
export interface StoredParams {
  readonly params: readonly ParamDeclaration[];
  /** Whether others are accepted too. @default false */
  readonly takesOthers?: boolean;
  /** Whether it may have secrets in its arguments. @default true */
  readonly takesSecrets?: boolean;
  /** The app of the job. @default not known */
  readonly app?: string;
}

const TYPES: Readonly<Record<string, ValueType>> = {
  string: ValueType.Text,
  number: ValueType.Number,
  integer: ValueType.Number,
  boolean: ValueType.Boolean,
};

/**
 * The parameters of a job by the JSON Schema of its arguments: the properties of an object. Without a schema, or with one that is not of an
 * object, it accepts anything.
 * @example
 * ```ts
 * paramsOfSchema({ properties: { day: { type: "string" } }, required: ["day"] }).params; // [{ name: "day", type: "text", required: true }]
 * ```
 */
export function paramsOfSchema(schema: JsonObject | null): StoredParams {
  const properties = schema?.["properties"];
  if (schema === null || !isObject(properties)) return { params: [], takesOthers: true };
  const required = schema["required"];
  const params = Object.entries(properties).map(([name, one]): ParamDeclaration => {
    const type = isObject(one) ? one["type"] : undefined;
    const value = isObject(one) ? one["default"] : undefined;
    return {
      name,
      type: (typeof type === "string" ? TYPES[type] : undefined) ?? ValueType.Json,
      ...(value !== undefined && { value }),
      ...(Array.isArray(required) && required.includes(name) && { required: true }),
    };
  });
  return { params, takesOthers: schema["additionalProperties"] !== false };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
