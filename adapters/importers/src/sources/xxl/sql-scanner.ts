import { ImportMistake } from "../../import-mistake.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  Z: "\x1a",
};

/** Reads the words, names and values of a MySQL dump, and knows the line it is at. */
export class SqlScanner {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #counted = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Of the place where it stands, from 1. */
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

  /** Takes a text that stands here. */
  take(wanted: string): boolean {
    this.#skipSpace();
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

  /** A text, a number or NULL. @throws ImportMistake `sql_unreadable` */
  value(): string | null {
    this.#skipSpace();
    this.#match(/_\w+\s*(?=')/y);
    if (this.#text[this.#at] === "'") return this.#quoted();
    const [word] = this.#match(/[\w.+-]+/y);
    if (word === undefined) throw this.mistake();
    if (/^null$/i.test(word)) return null;
    if (!/^[+-]?\d+(\.\d+)?$|^0x[0-9a-f]*$/i.test(word)) throw this.mistake(word);
    return word;
  }

  mistake(found: string = this.#text.slice(this.#at, this.#at + 40)): ImportMistake {
    return new ImportMistake("sql_unreadable", { found: found.split("\n")[0] ?? "", line: this.line });
  }

  #quoted(): string {
    const start = this.#at;
    this.#at += 1;
    let value = "";
    while (!this.isAtEnd) {
      const [plain] = this.#match(/[^'\\]+/y);
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
