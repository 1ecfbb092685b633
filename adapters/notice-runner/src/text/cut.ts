/** The longest text of an error, or of the sentence that has it. */
export const LONGEST_ERROR = 500;

const ENCODER = new TextEncoder();
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A text of at most so many characters; what is cut ends with an ellipsis. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  // Half of a pair is no character.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** A text of at most so many bytes of UTF-8, cut between what readers take for characters. */
export function cutBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  let left = most - bytesOf("…");
  let kept = "";
  for (const { segment } of SEGMENTER.segment(text)) {
    left -= bytesOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function bytesOf(text: string): number {
  return ENCODER.encode(text).byteLength;
}
