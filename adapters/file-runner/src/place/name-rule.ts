/** The beginning of names that this package gives to what is not complete yet. */
export const PART_PREFIX = ".mojob-part-";

const LONGEST_NAME_BYTES = 255;
const LONGEST_PATH_BYTES = 4096;
const MOST_NAMES = 64;
/** Separators of paths, and characters that change what a name looks like. */
const UNFIT = /[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** Characters that people take for a separator, and those that some file systems make one of. */
const LIKE_SEPARATOR = /[\u2044\u2215\u29F5\u29F8\u29F9\u2571\u2572\u2F03\u3033\uFE68\uFF0F\uFF3C]/u;
const ENCODER = new TextEncoder();

/** The mistake in a name of a path, or in the path: a few words; `null` where there is none. */
export type NameMistake = string | null;

/** The mistake in one name of a path. */
export function nameMistake(name: string): NameMistake {
  if (name === "") return "it has an empty name";
  if (name === "." || name === "..") return `it has the name "${name}"`;
  if (UNFIT.test(name)) return "it has a character that no name may have";
  const compatible = name.normalize("NFKC");
  if (LIKE_SEPARATOR.test(name) || /[/\\]/.test(compatible) || compatible === "." || compatible === "..")
    return "it has a character that looks like one of paths";
  if (ENCODER.encode(name).length > LONGEST_NAME_BYTES) return "it has a name of more than 255 bytes";
  if (name.startsWith(PART_PREFIX)) return `names that begin with "${PART_PREFIX}" are the runner's own`;
  return null;
}

/** The mistake in the names of a relative path. */
export function pathMistake(names: readonly string[]): NameMistake {
  if (names.length > MOST_NAMES) return `it has more than ${MOST_NAMES} names`;
  if (ENCODER.encode(names.join("/")).length > LONGEST_PATH_BYTES) return "it has more than 4096 bytes";
  return names.map(nameMistake).find((mistake) => mistake !== null) ?? null;
}

/** The mistake in what a file is to be called: a name that another one looks like would hide which of both it is. */
export function newNameMistake(name: string): NameMistake {
  return (
    nameMistake(name) ?? (name === name.normalize("NFC") ? null : "its name is not in Unicode's form NFC")
  );
}
