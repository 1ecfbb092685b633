const ENCODER = new TextEncoder();
/** A byte mark at the beginning is part of the text. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text cut to at most `maxBytes` of UTF-8, its end saying how much is missing where that fits; never half a character. */
export function truncateText(text: string, maxBytes: number): string {
  // Each UTF-16 unit takes at most 3 bytes: most texts are known to fit without being encoded.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = ENCODER.encode(text);
  if (bytes.length <= maxBytes) return text;
  const mark = `… [truncated, ${bytes.length} bytes in all]`;
  const room = maxBytes - ENCODER.encode(mark).length;
  return room < 0 ? wholeCharacters(bytes, maxBytes) : `${wholeCharacters(bytes, room)}${mark}`;
}

/** The beginning of a text, at most `maxLength` UTF-16 units; never half a character. */
export function beginningOf(text: string, maxLength: number): string {
  const splitsPair = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}

/** How many bytes the text takes as UTF-8. */
export function byteLength(text: string): number {
  return ENCODER.encode(text).length;
}

function wholeCharacters(bytes: Uint8Array, most: number): string {
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return DECODER.decode(bytes.subarray(0, end));
}
