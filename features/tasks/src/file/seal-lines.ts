import { sha256 } from "@mojob/core/feature";
import { RUN_FILE, type RunFileLine, type RunFileSeal } from "./run-file.ts";

/** The hash by which a seal vouches for the lines since the seal before, and for that one. */
export function sealOf(before: string, lines: string): Promise<string> {
  return sha256(`${before}\n${lines}`);
}

/**
 * Writes lines with seals between them, as pieces of text: a change, an order or an end that is not theirs is found by who reads.
 * A seal shows that nothing changed by mistake; it does not show who wrote the file.
 * @example
 * ```ts
 * for await (const piece of sealLines(lines)) write(piece);
 * ```
 */
export async function* sealLines(lines: AsyncIterable<RunFileLine>): AsyncGenerator<string, void, void> {
  let before = "";
  let open = "";
  let count = 0;
  for await (const line of lines) {
    open += `${JSON.stringify(line)}\n`;
    count += 1;
    if (count < RUN_FILE.sealEvery && line.type !== "end") continue;
    before = await sealOf(before, open);
    const seal: RunFileSeal = { type: "seal", sha256: before };
    yield `${open}${JSON.stringify(seal)}\n`;
    open = "";
    count = 0;
  }
}
