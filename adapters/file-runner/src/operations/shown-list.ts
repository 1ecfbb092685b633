import { byteLength, type JsonObject } from "@mojob/core/ports";
import type { Session } from "./session.ts";

const MOST_SHOWN = 1000;
const MOST_BYTES = 128 * 1024;

/** A list of a result: in the result itself where it is short enough, else a stored file with a line of JSON for each. */
export async function shownList(
  name: string,
  entries: readonly JsonObject[],
  { files }: Session,
): Promise<JsonObject> {
  if (entries.length <= MOST_SHOWN && byteLength(JSON.stringify(entries)) <= MOST_BYTES)
    return { [name]: [...entries] };
  return { file: await files.write(`${name}.jsonl`, linesOf(entries)) };
}

async function* linesOf(entries: readonly JsonObject[]): AsyncGenerator<string, void, void> {
  for (let at = 0; at < entries.length; at += MOST_SHOWN)
    yield entries
      .slice(at, at + MOST_SHOWN)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join("");
}
