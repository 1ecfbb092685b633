import { ImportMistake } from "../../import-mistake.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  Z: "\x1a",
};

/** A text, a number as text, NULL, or what the server would compute. */
export type SqlValue = string | null | { readonly expression: string };

/** A call or a name such as `now()` and `CURRENT_TIMESTAMP`, with calls and texts within its parentheses. */
const EXPRESSION = /[A-Za-z_]\w*(?:\s*\((?:[^()']|'(?:[^'\\]|\\.)*'|\((?:[^()']|'[^']*')*\))*\))?/y;

const COPY_ESCAPES: Readonly<Record<string, string>> = { ...ESCAPES, v: "\v", f: "\f" };

/** Reads the words, names and values of a dump, and knows the line it is at. */
export class SqlScanner {
  readonly #text: string;
  /** In PostgreSQL a text has escapes only after an E. */
  readonly #hasEscapes: boolean;
  #at = 0;
  #line = 1;
  #counted = 0;

  constructor(text: string) {
    this.#text = text;
    this.#hasEscapes = !/^-- PostgreSQL database dump/m.test(text);
  }

  /** The line where it stands, from 1. */
  get line(): number {
    for (; this.#counted < this.#at; this.#counted += 1)
      if (this.#text.charCodeAt(this.#counted) === 10) this.#line += 1;
    return this.#line;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Goes behind the next match of a sticky expression, which is looked for from here on; `null` where there is none. */
  find(pattern: RegExp): RegExpExecArray | null {
    const search = new RegExp(pattern.source, "gi");
    search.lastIndex = this.#at;
    const found = search.exec(this.#text);
    this.#at = found === null ? this.#text.length : search.lastIndex;
    return found;
  }

  /** Whether what a sticky expression means stands here. */
  isAt(pattern: RegExp): boolean {
    this.#skipSpace();
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  /** Takes what stands here: a text, or what a sticky expression means. */
  take(wanted: string | RegExp): boolean {
    this.#skipSpace();
    if (typeof wanted !== "string") return this.#match(wanted).length > 0;
    if (!this.#text.startsWith(wanted, this.#at)) return false;
    this.#at += wanted.length;
    return true;
  }

  /** @throws ImportMistake `sql_unreadable` */
  expect(wanted: string): void {
    if (!this.take(wanted)) throw this.mistake();
  }

  /** A name, quoted or not. @throws ImportMistake `sql_unreadable` */
  name(): string {
    this.#skipSpace();
    const [whole, quoted, double, plain] = this.#match(/`([^`]+)`|"([^"]+)"|([\w$]+)/y);
    if (whole === undefined) throw this.mistake();
    return (quoted ?? double ?? plain ?? "").toLowerCase();
  }

  /** @throws ImportMistake `sql_unreadable` for what is no value */
  value(): SqlValue {
    this.#skipSpace();
    // A text's character set: _utf8mb4'…', and N'…' of SQL Server and Oracle.
    this.#match(/(?:_\w+\s*|n)(?=')/iy);
    if (this.#match(/E(?=')/iy).length > 0) return this.#quoted(true);
    if (this.#text[this.#at] === "'") return this.#quoted(this.#hasEscapes);
    const [number] = this.#match(/[+-]?\d+(?:\.\d+)?(?![\w.])|0x[0-9a-f]*(?!\w)/iy);
    if (number !== undefined) return number;
    const [expression] = this.#match(EXPRESSION);
    if (expression === undefined) throw this.mistake();
    if (/^null$/i.test(expression)) return null;
    if (/^(true|false)$/i.test(expression)) return /^t/i.test(expression) ? "1" : "0";
    return { expression };
  }

  /** The lines of a COPY statement until its end; goes behind it. @throws ImportMistake `sql_unreadable` where they do not follow */
  *copied(): Generator<{ readonly line: number; readonly cells: readonly (string | null)[] }> {
    if (!this.take(/FROM\s+stdin\s*(?:WITH\s*)?(?:\([^)]*\))?\s*;[^\n]*\n/iy)) throw this.mistake();
    while (!this.isAtEnd && this.#match(/\\\.\r?(?:\n|$)/y).length === 0) {
      const { line } = this;
      const [, text = ""] = this.#match(/([^\r\n]*)(?:\r?\n|$)/y);
      const cells = text
        .split("\t")
        .map((cell) =>
          cell === "\\N"
            ? null
            : cell.replace(/\\(.)/g, (_, letter: string) => COPY_ESCAPES[letter] ?? letter),
        );
      yield { line, cells };
    }
  }

  mistake(found: string = this.#text.slice(this.#at, this.#at + 40)): ImportMistake {
    return new ImportMistake("sql_unreadable", { found: found.split("\n")[0] ?? "", line: this.line });
  }

  #quoted(hasEscapes: boolean): string {
    const start = this.#at;
    this.#at += 1;
    let value = "";
    while (!this.isAtEnd) {
      const [plain] = this.#match(hasEscapes ? /[^'\\]+/y : /[^']+/y);
      if (plain !== undefined) value += plain;
      const next = this.#text[this.#at];
      const after = this.#text[this.#at + 1];
      this.#at += 1;
      if (next === "\\" && after !== undefined) value += ESCAPES[after] ?? after;
      else if (next === "'" && after === "'") value += "'";
      else if (next === "'") return value;
      this.#at += 1;
    }
    this.#at = start;
    throw this.mistake();
  }

  #match(pattern: RegExp): readonly (string | undefined)[] {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found ?? [];
  }

  #skipSpace(): void {
    this.#match(/\s+/y);
  }
}
