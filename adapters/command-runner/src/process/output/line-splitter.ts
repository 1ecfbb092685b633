/** A line beyond this many characters goes on as the next one: a program may never end a line. */
const LONGEST_LINE = 16 * 1024;

/** Makes lines of bytes as they come; what is not UTF-8 becomes U+FFFD. */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #onLine: (line: string) => void;
  #rest = "";

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Gives out a last line that has no end. */
  end(): void {
    this.#take(this.#decoder.decode());
    if (this.#rest !== "") this.#give(this.#rest);
    this.#rest = "";
  }

  #take(text: string): void {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#give(this.#rest + text.slice(from, end));
      this.#rest = "";
      from = end + 1;
    }
    this.#rest += text.slice(from);
    while (this.#rest.length > LONGEST_LINE) {
      this.#give(this.#rest.slice(0, LONGEST_LINE));
      this.#rest = this.#rest.slice(LONGEST_LINE);
    }
  }

  #give(line: string): void {
    // Not every store keeps U+0000 in a text.
    this.#onLine((line.endsWith("\r") ? line.slice(0, -1) : line).replaceAll("\0", "\uFFFD"));
  }
}
