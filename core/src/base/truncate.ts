const ENCODER = new TextEncoder();

/** The text cut to at most `maxBytes` of UTF-8, its end saying how much is missing; never half a character. */
export function truncateText(text: string, maxBytes: number): string {
  // Each UTF-16 unit takes at most 3 bytes: most texts are known to fit without being encoded.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = ENCODER.encode(text);
  if (bytes.length <= maxBytes) return text;
  const mark = `… [truncated, ${bytes.length} bytes in all]`;
  const room = Math.max(0, maxBytes - ENCODER.encode(mark).length);
  const kept = new TextDecoder("utf-8", { fatal: false }).decode(bytes.subarray(0, room));
  return `${kept.replace(/\uFFFD$/, "")}${mark}`;
}

/** How many bytes the text takes as UTF-8. */
export function byteLength(text: string): number {
  return ENCODER.encode(text).length;
}
