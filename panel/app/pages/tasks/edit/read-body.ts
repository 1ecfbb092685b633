import { parseExactJson } from "../../../base/exact-json.ts";
import { type Body, isObject } from "./body.ts";

/** A body as a text has it; `null` where that is no JSON. */
export function readBody(text: string): Body | null {
  try {
    const body = parseExactJson(text);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}
