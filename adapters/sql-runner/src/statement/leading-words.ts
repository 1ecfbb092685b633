const WORD = /^[\p{L}_]+/u;
/** A comment whose text MySQL and MariaDB execute. */
const EXECUTED = /^\/\*M?!/i;
const EXECUTED_WORD = "/*!";

export interface ReadOptions {
  /** Whether comments have others within, as PostgreSQL's have. @default false */
  readonly nests?: boolean;
}

/**
 * The first words of a statement in upper case, at most as many as stated; they end before anything that is no word. Blanks,
 * comments, semicolons and opening brackets before a word are passed over. A comment that a server executes is the word `/*!`.
 * @example
 * ```ts
 * leadingWords("-- all of them\n(select 1)", 1); // ["SELECT"]
 * ```
 */
export function leadingWords(statement: string, most: number, options: ReadOptions = {}): readonly string[] {
  const words: string[] = [];
  let rest = passOver(statement, /^[\s;(]+/, options);
  while (words.length < most) {
    const [word] = EXECUTED.test(rest) ? [EXECUTED_WORD] : (WORD.exec(rest) ?? []);
    if (word === undefined) break;
    words.push(word.toUpperCase());
    rest = passOver(rest.slice(word.length), /^[\s;(]+/, options);
  }
  return words;
}

/** Whether a text has nothing but blanks, semicolons and comments. */
export function isBlank(text: string, options: ReadOptions = {}): boolean {
  return passOver(text, /^[\s;]+/, options) === "";
}

function passOver(text: string, blanks: RegExp, { nests = false }: ReadOptions): string {
  for (let rest = text; ;) {
    const shorter = withoutComment(rest.replace(blanks, ""), nests);
    if (shorter.length === rest.length) return rest;
    rest = shorter;
  }
}

function withoutComment(text: string, nests: boolean): string {
  if (text.startsWith("--") || text.startsWith("#")) return text.replace(/^[^\n]*\n?/, "");
  if (!text.startsWith("/*") || EXECUTED.test(text)) return text;
  // Elsewhere the first end is the end, also where it shares a character with what would be a beginning.
  const marks = nests ? /\/\*|\*\//g : /\*\//g;
  marks.lastIndex = 2;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === "*/" ? -1 : 1;
    if (depth === 0) return text.slice(marks.lastIndex);
  }
  return "";
}
