import { createHash, type Hash } from "node:crypto";
import { fromBase64 } from "@mojob/core/engine";
import { isFileName } from "@mojob/core/ports";
import * as v from "valibot";
import { FORMAT, FORMAT_VERSION, NO_COUNTS, type Section, SECTION_OF, SECTIONS } from "../format/lines.ts";
import { Seals } from "../format/seals.ts";
import type { FileBounds } from "../limits.ts";
import { isLineType, type Line, LINE_SCHEMAS, type LineType } from "./line-schemas.ts";
import { refusedFile, RefusedFor } from "./refusal.ts";

/** A line that is checked. */
export type CheckedLine = Line<LineType>;

const MOST_FILES = 1000;

interface OpenFile {
  readonly size: number;
  readonly sha256: string;
  readonly hash: Hash;
  read: number;
}

/** Checks the lines of a file one after the other: what they are, their order, their numbers and their seals. */
export class LineCheck {
  readonly #bounds: FileBounds;
  readonly #seals = new Seals();
  readonly #counts: Record<string, number> = { ...NO_COUNTS };
  #line = 0;
  #section = -1;
  #isSealed = true;
  #isEnded = false;
  #seq = { log: 0, facts: 0 };
  #files = new Set<string>();
  #file: OpenFile | null = null;

  constructor(bounds: FileBounds) {
    this.#bounds = bounds;
  }

  /** The number of the latest line, from 1. */
  get line(): number {
    return this.#line;
  }

  get counts(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  /**
   * @param bytes with the line break
   * @throws MoJobError `archive_refused`
   */
  check(bytes: Uint8Array): CheckedLine {
    this.#line += 1;
    if (this.#isEnded) throw this.#refuse(RefusedFor.Foreign, "the last line is behind it");
    const line = this.#parse(bytes);
    if (line.type !== "bytes" && this.#file !== null)
      throw this.#refuse(RefusedFor.Cut, "more bytes of the file before are wanted");
    if (line.type === "seal") this.#seal(line.sha256);
    else if (line.type === "end") this.#end(line);
    else {
      this.#place(SECTION_OF[line.type]);
      this.#judge(line);
      this.#seals.add(SECTION_OF[line.type], bytes);
      this.#isSealed = false;
    }
    return line;
  }

  /** @throws MoJobError `archive_refused` where the last line has not come */
  end(): void {
    if (!this.#isEnded)
      throw refusedFile(RefusedFor.Cut, this.#line + 1, "the last line of an export is wanted");
  }

  #parse(bytes: Uint8Array): CheckedLine {
    let value: unknown;
    try {
      value = parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch (error) {
      const problem =
        error instanceof ReservedKey
          ? RefusedFor.Invalid
          : this.#line === 1
            ? RefusedFor.Foreign
            : RefusedFor.Changed;
      throw this.#refuse(problem, "one object of JSON in UTF-8 is wanted", error);
    }
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw this.#refuse(RefusedFor.Foreign, "an object is wanted");
    const { type, format, formatVersion } = value as Readonly<Record<string, unknown>>;
    if ((this.#line === 1) !== (type === "manifest"))
      throw this.#refuse(
        RefusedFor.Foreign,
        `the first line, and no other one, is a manifest of the format "${FORMAT}"`,
      );
    if (type === "manifest" && format === FORMAT && formatVersion !== FORMAT_VERSION)
      throw this.#refuse(
        RefusedFor.Version,
        `version ${FORMAT_VERSION} of the format is wanted, and this is another one: import it with a newer version of MoJob`,
      );
    if (!isLineType(type))
      throw this.#refuse(
        RefusedFor.Foreign,
        `a type of line is wanted that exports have: ${Object.keys(LINE_SCHEMAS).join(", ")}`,
      );
    const parsed = v.safeParse(LINE_SCHEMAS[type], value);
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    const pointer = (issue.path ?? [])
      .map(({ key }) => `/${String(key)}`)
      .join("")
      .slice(0, 200);
    throw this.#refuse(RefusedFor.Invalid, `"${pointer}": ${issue.message.slice(0, 300)}`);
  }

  #place(section: Section): void {
    const place = SECTIONS.indexOf(section);
    if (place < this.#section)
      throw this.#refuse(
        RefusedFor.Foreign,
        `lines of ${section} come before those of ${SECTIONS[this.#section]}`,
      );
    this.#section = place;
  }

  #judge(line: Exclude<CheckedLine, { readonly type: "seal" | "end" }>): void {
    switch (line.type) {
      case "manifest":
        return;
      case "definition":
        return this.#more("definitions");
      case "run":
        this.#more("runs");
        if (this.#counts["runs"]! > this.#bounds.runs)
          throw this.#refuse(RefusedFor.TooLarge, `a file has at most ${this.#bounds.runs} runs`);
        this.#seq = { log: 0, facts: 0 };
        this.#files = new Set();
        return;
      case "log":
        this.#ascend(
          "log",
          line.lines.map(([seq]) => seq),
        );
        return this.#more("logs", line.lines.length);
      case "facts":
        this.#ascend(
          "facts",
          line.facts.map(({ seq }) => seq),
        );
        return this.#more("facts", line.facts.length);
      case "file":
        return this.#openFile(line);
      case "bytes":
        return this.#readFile(line.data);
      case "act":
        return this.#more("history");
      case "worker":
        return this.#more("workers");
      case "sample":
        return this.#more("samples");
    }
  }

  #ascend(of: "log" | "facts", seqs: readonly number[]): void {
    this.#assertRun();
    for (const seq of seqs) {
      if (seq <= this.#seq[of])
        throw this.#refuse(RefusedFor.Invalid, `numbers of the ${of} of a run ascend`);
      this.#seq[of] = seq;
    }
  }

  #openFile({ name, size, sha256 }: Line<"file">): void {
    this.#assertRun();
    if (!isFileName(name))
      throw this.#refuse(
        RefusedFor.Invalid,
        `"/name": the name of a file is wanted, without folders and invisible characters`,
      );
    if (this.#files.has(name))
      throw this.#refuse(RefusedFor.Invalid, `"/name": a run has one file of a name`);
    this.#files.add(name);
    if (this.#files.size > MOST_FILES)
      throw this.#refuse(RefusedFor.TooLarge, `a run has at most ${MOST_FILES} files`);
    this.#more("files");
    const file = { size, sha256, hash: createHash("sha256"), read: 0 };
    this.#file = size > 0 ? file : null;
    if (size === 0) this.#closeFile(file);
  }

  #readFile(data: string): void {
    const file = this.#file;
    if (file === null) throw this.#refuse(RefusedFor.Foreign, "bytes stand behind the line of their file");
    const bytes = fromBase64(data);
    if (bytes.length === 0) throw this.#refuse(RefusedFor.Invalid, `"/data": Base64 is wanted`);
    file.read += bytes.length;
    if (file.read > file.size)
      throw this.#refuse(RefusedFor.Changed, `${file.size} bytes of the file are wanted, and no more`);
    file.hash.update(bytes);
    if (file.read === file.size) this.#closeFile(file);
  }

  #closeFile({ hash, sha256 }: OpenFile): void {
    this.#file = null;
    if (hash.digest("hex") !== sha256)
      throw this.#refuse(RefusedFor.Changed, "the hash of the file is another one");
  }

  /** What a run has stands behind it, and not behind what came after it. */
  #assertRun(): void {
    if (this.#counts["runs"] === 0)
      throw this.#refuse(RefusedFor.Foreign, "the line of its run is wanted before it");
  }

  #seal(sha256: string): void {
    if (this.#isSealed) throw this.#refuse(RefusedFor.Foreign, "a seal stands behind lines");
    if (this.#seals.seal() !== sha256)
      throw this.#refuse(
        RefusedFor.Changed,
        "the lines before it are not those that were exported: their hash is another one",
      );
    this.#isSealed = true;
  }

  #end({ counts, sha256 }: Line<"end">): void {
    if (!this.#isSealed) throw this.#refuse(RefusedFor.Changed, "a seal is wanted before the last line");
    const chains = this.#seals.chains();
    const isSame = (one: object, other: object): boolean =>
      JSON.stringify(Object.entries(one).toSorted(byName)) ===
      JSON.stringify(Object.entries(other).toSorted(byName));
    if (!isSame(counts, this.#counts))
      throw this.#refuse(RefusedFor.Changed, "the counts of the lines before it are other ones");
    if (!isSame(sha256, chains))
      throw this.#refuse(RefusedFor.Changed, "the hashes of the lines before it are other ones");
    this.#isEnded = true;
  }

  #more(name: string, count = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + count;
  }

  #refuse(problem: RefusedFor, what: string, cause?: unknown): Error {
    return refusedFile(problem, this.#line, what, cause);
  }
}

class ReservedKey extends SyntaxError {}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** As `JSON.parse`, without the one key that makes no property of its own when it is copied. */
function parseJson(text: string): unknown {
  if (!/__proto__|\\u005f/i.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "__proto__") throw new ReservedKey(`The key "__proto__" is refused`);
    return value;
  });
}
