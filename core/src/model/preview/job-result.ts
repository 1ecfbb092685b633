import { isMoJobError } from "../../base/error.ts";
import { copyJson, type JsonValue } from "../../base/json.ts";
import type { TextMask } from "../../base/sealing/text-mask.ts";
import { beginningOf, byteLength } from "../../base/truncate.ts";
import { type Reason, ReasonCode } from "../reason.ts";

/** The kept part of a job's result, and a note where that is less than all of it. */
export interface KeptResult {
  readonly value: JsonValue;
  readonly note: Reason | null;
}

const PREVIEW_CHARACTERS = 1000;

/**
 * Keeps a job's result as JSON within the cap. A result that is too large leaves a mark with its beginning; one that is not JSON is dropped
 * with a note: the work is done, and failing the run would do it twice.
 * @param mask hides texts in it
 */
export function keepResult(returned: unknown, maxBytes: number, mask: TextMask | null = null): KeptResult {
  if (returned === undefined || returned === null) return { value: null, note: null };
  let value: JsonValue;
  try {
    const copied = copyJson(returned, "", { maxDepth: 64, maxNodes: 100_000 });
    value = mask?.json(copied) ?? copied;
  } catch (error) {
    const problem = isMoJobError(error) ? error.message : "reading it failed";
    const issue = isMoJobError(error) ? error.issues[0] : undefined;
    const parameters = { problem, ...(issue !== undefined && { issue }) };
    return { value: null, note: { code: ReasonCode.ResultDropped, parameters } };
  }
  const text = JSON.stringify(value);
  const bytes = text.length * 3 <= maxBytes ? 0 : byteLength(text);
  if (bytes <= maxBytes) return { value, note: null };
  return {
    value: { truncated: true, bytes, preview: beginningOf(text, PREVIEW_CHARACTERS) },
    note: { code: ReasonCode.ResultTruncated, parameters: { bytes, kept: maxBytes } },
  };
}
