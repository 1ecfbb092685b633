const LONGEST = 128;
/** The characters of a text that are looked at for a key. */
const LONGEST_READ = 1024;

/** A text as a key of a job: characters that a key cannot have become `-`. */
export function adaptKey(text: string): string {
  const adapted = text
    .slice(0, LONGEST_READ)
    .trim()
    .replace(/[^\p{L}\p{N}_$.:/-]+/gu, "-")
    .replace(/^[^\p{L}\p{N}_$]+/u, "")
    .slice(0, LONGEST);
  return adapted === "" ? "job" : adapted;
}

/** A key that is not in use, numbered from 2 where the text is. */
export function freeKey(text: string, isTaken: (key: string) => boolean): string {
  const key = adaptKey(text);
  if (!isTaken(key)) return key;
  for (let number = 2; ; number += 1) {
    const numbered = `${key.slice(0, LONGEST - 6)}-${number}`;
    if (!isTaken(numbered)) return numbered;
  }
}
