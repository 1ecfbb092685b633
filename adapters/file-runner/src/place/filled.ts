import { NonRetryableError } from "@mojob/core";
import { canonicalJson, type JsonValue } from "@mojob/core/ports";

/** `{args}`, or a member of it at any depth: `{args.customer.id}`. */
const PLACEHOLDER = /\{(args(?:\.[\w$-]+)*)\}/g;

/**
 * A text with arguments in the places of `{args.name}`: texts as they are, anything else as JSON.
 * @throws NonRetryableError for an argument that is not there
 */
export function filled(text: string, args: JsonValue): string {
  return text.replaceAll(PLACEHOLDER, (_, path: string) => {
    const value = argumentAt(path, args);
    return typeof value === "string" ? value : canonicalJson(value);
  });
}

/** @throws NonRetryableError where there is none */
export function argumentAt(path: string, args: JsonValue): JsonValue {
  let value: JsonValue | undefined = args;
  for (const name of path.split(".").slice(1)) {
    const isThere: boolean = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    value = isThere ? (value as Readonly<Record<string, JsonValue>>)[name] : undefined;
  }
  if (value === undefined || value === null)
    throw new NonRetryableError(
      `The job's work reads "${path}", which the arguments of this run do not have`,
    );
  return value;
}
