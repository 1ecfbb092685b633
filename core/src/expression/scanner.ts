import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";

/** Input methods and word processors make typographic quotes of straight ones. */
const SINGLE_QUOTES = "'‘’′";
const DOUBLE_QUOTES = '"“”';
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

const SPACE = /\s*/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INDEX = /-?\d{1,9}/y;
const HEX = /[0-9a-fA-F]{4}/y;

/** Reads the text of an expression from left to right, without the spaces between its parts. */
export class Scanner {
  readonly text: string;
  /** Where the next part begins. */
  #at = 0;

  constructor(text: string) {
    this.text = text;
    this.#goTo(0);
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.text.length;
  }

  /** Whether the text goes on with this, which is not read. */
  sees(word: string): boolean {
    return this.text.startsWith(word, this.#at);
  }

  get seesQuote(): boolean {
    return closingQuotes(this.text.charAt(this.#at)) !== null;
  }

  /** Reads this where the text goes on with it. */
  takes(word: string): boolean {
    if (!this.sees(word)) return false;
    this.#goTo(this.#at + word.length);
    return true;
  }

  /** Reads this where the text goes on with it and not with a longer name. */
  takesWord(word: string): boolean {
    return match(NAME, this.text, this.#at) === word && this.takes(word);
  }

  /** @throws ExpressionError `syntax` where the text goes on with something else */
  expect(word: string): void {
    if (!this.takes(word)) throw this.unexpected(`"${word}" expected`);
  }

  /** The name that follows; `null` where none does. */
  name(): string | null {
    return this.#read(NAME);
  }

  number(): number | null {
    const digits = this.#read(NUMBER);
    return digits === null ? null : Number(digits);
  }

  index(): number | null {
    const digits = this.#read(INDEX);
    return digits === null ? null : Number(digits);
  }

  /** A text in quotes, with the escapes of JSON. */
  quoted(): string {
    return this.#quoted(true);
  }

  /** A text in quotes in which a backslash stands for itself, as patterns are full of them. */
  verbatim(): string {
    return this.#quoted(false);
  }

  /** Everything up to a character, or to the end of the text, without the spaces around it. */
  until(end: string | null): string {
    const begin = this.#at;
    const found = end === null ? -1 : this.text.indexOf(end, begin);
    this.#goTo(found < 0 ? this.text.length : found);
    return this.text.slice(begin, this.#at).trim();
  }

  /** The error for a text that stands here instead of the expected one. */
  unexpected(expected: string): ExpressionError {
    return new ExpressionError(ExpressionErrorCode.Syntax, this.#at, expected);
  }

  #read(pattern: RegExp): string | null {
    const found = match(pattern, this.text, this.#at);
    if (found !== null) this.#goTo(this.#at + found.length);
    return found;
  }

  #goTo(at: number): void {
    this.#at = at + (match(SPACE, this.text, at)?.length ?? 0);
  }

  #quoted(hasEscapes: boolean): string {
    const begin = this.#at;
    const closing = closingQuotes(this.text.charAt(begin)) ?? "";
    let value = "";
    let at = begin + 1;
    while (at < this.text.length) {
      const character = this.text.charAt(at);
      if (closing.includes(character)) {
        this.#goTo(at + 1);
        return value;
      }
      const { text, length } =
        character === "\\" && hasEscapes ? this.#escape(at) : { text: character, length: 1 };
      value += text;
      at += length;
    }
    throw new ExpressionError(ExpressionErrorCode.Syntax, begin, "the quote is never closed");
  }

  /** The text of the escape at a place, and the length of the escape. */
  #escape(at: number): { readonly text: string; readonly length: number } {
    const character = this.text.charAt(at + 1);
    if (character !== "u") return { text: ESCAPES[character] ?? character, length: 2 };
    const digits = match(HEX, this.text, at + 2);
    if (digits === null)
      throw new ExpressionError(ExpressionErrorCode.Syntax, at + 2, "four hexadecimal digits expected");
    return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 };
  }
}

/** The text that a sticky pattern matches at a place. */
function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** The quotes that can close what this one opens; `null` where it is no quote. */
function closingQuotes(opening: string): string | null {
  if (opening === "") return null;
  return [SINGLE_QUOTES, DOUBLE_QUOTES].find((quotes) => quotes.includes(opening)) ?? null;
}
