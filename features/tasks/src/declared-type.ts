import {
  ExpressionError,
  ExpressionErrorCode,
  HANDLES,
  isMap,
  keysOf,
  type Kind,
  kindOf,
  shortText,
  toJson,
  type Value,
  valueOf,
  ValueType,
} from "@mojob/core/feature";
import { isFileValue } from "@mojob/core/ports";
import { UNKNOWN } from "./unknown-value.ts";

const NOWHERE = -1;

const KINDS: Readonly<Partial<Record<ValueType, Kind>>> = {
  [ValueType.Text]: "text",
  [ValueType.Number]: "number",
  [ValueType.Boolean]: "boolean",
  [ValueType.Document]: "map",
};

/** Something that a body declares with its type. */
export interface Declared {
  readonly name: string;
  readonly type: ValueType;
}

/**
 * Why a value is not of the type that is declared for it, with the value; `null` where it is. What has no value is of every type but a
 * file's.
 */
export function typeMistake({ name, type }: Declared, value: Value): string | null {
  if (value === UNKNOWN) return null;
  if (type === ValueType.File) return isFile(value) ? null : mistake(name, type, value);
  const kind = KINDS[type];
  return kind === undefined || value === null || kindOf(value) === kind ? null : mistake(name, type, value);
}

/** @throws ExpressionError for a value that is not of the type that is declared for it */
export function assertType(declared: Declared, value: Value): void {
  const wrong = typeMistake(declared, value);
  // It is no mistake in the text of an expression.
  if (wrong !== null) throw new ExpressionError(ExpressionErrorCode.TypeMismatch, NOWHERE, wrong);
}

function mistake(name: string, type: ValueType, value: Value): string {
  return `"${name}" is declared as ${type} and is ${shortText(JSON.stringify(toJson(value, 0)))}`;
}

/** A stored file, or one of the worker's machine as `File(path)` writes it. */
function isFile(value: Value): boolean {
  if (isFileValue(value)) return true;
  return isMap(value) && typeof valueOf(value, HANDLES.File) === "string" && keysOf(value).length === 1;
}
