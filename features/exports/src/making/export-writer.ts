import type { Engine, ExportCursor, ExportPiece, RunExport } from "@mojob/core/engine";
import { createId } from "@mojob/core/ports";
import {
  type ContentLine,
  type EndLine,
  FORMAT,
  FORMAT_VERSION,
  type ManifestLine,
  SECTION_OF,
  VERSION,
} from "../format/lines.ts";
import { crcOf, GZIP_HEAD, gzipPiece, gzipTail } from "../format/gzip-pieces.ts";
import { Seals } from "../format/seals.ts";
import { KeptPieces } from "../kept-pieces.ts";
import { FILE_BOUNDS, PIECE_BYTES } from "../limits.ts";
import { ExportLines, type LinePage } from "./export-lines.ts";

/** What a step of an export changes of its record. */
export type ExportStep = Pick<RunExport, "counts" | "size" | "plainSize" | "pieces" | "cursor">;

type SectionName = Exclude<ExportCursor["section"], "end">;
const ORDER: readonly ExportCursor["section"][] = [
  "definitions",
  "runs",
  "history",
  "workers",
  "samples",
  "end",
];

/** An export that would be larger than a file may be. */
export class ExportTooLarge extends Error {
  override readonly name = "ExportTooLarge";
}

/**
 * Makes the file of an export, step by step. A step writes whole pieces, and only then its record says so: one that was interrupted is done
 * again from where the record stands, and its pieces take the place of those that were written.
 */
export class ExportWriter {
  readonly #engine: Engine;
  readonly #export: RunExport;
  readonly #lines: ExportLines;
  readonly #kept: KeptPieces;
  readonly #counts: Record<string, number>;
  readonly #seals: Seals;
  readonly #pieces: ExportPiece[];
  #crc: number;
  #size: number;
  #plainSize: number;
  #text: string[] = [];
  #bytes = 0;

  constructor(engine: Engine, made: RunExport) {
    this.#engine = engine;
    this.#export = made;
    this.#lines = new ExportLines(engine, made);
    const { tenant, store } = engine;
    this.#kept = new KeptPieces({ tenant, files: store.files, of: `export:${made.id}` });
    this.#counts = { ...made.counts };
    this.#seals = new Seals(made.cursor.seals);
    this.#pieces = [...made.pieces];
    this.#crc = made.cursor.crc;
    this.#size = made.size;
    this.#plainSize = made.plainSize;
  }

  /**
   * Goes on until a piece is full, or all is written.
   * @throws ExportTooLarge
   */
  async step(): Promise<ExportStep> {
    let { section, after } = this.#export.cursor;
    if (this.#pieces.length === 0) this.#begin();
    const before = this.#pieces.length;
    while (section !== "end" && this.#pieces.length === before) {
      const page = await this.#read(section, after);
      for await (const line of page.lines) await this.#add(line);
      after = page.next;
      if (after === null) section = ORDER[ORDER.indexOf(section) + 1] ?? "end";
    }
    // The rest of a page is a piece of its own: the next step goes on behind the page.
    if (this.#bytes > 0) await this.#flush();
    if (section === "end") await this.#end();
    const { counts, size, plainSize, pieces } = this.#state();
    return {
      counts,
      size,
      plainSize,
      pieces,
      cursor: { section, after, seals: this.#seals.chains(), crc: this.#crc },
    };
  }

  #read(section: SectionName, after: string | null): Promise<LinePage> {
    switch (section) {
      case "definitions":
        return this.#lines.definitions(after);
      case "runs":
        return this.#lines.runs(after);
      case "history":
        return this.#lines.history(after);
      case "workers":
        return this.#lines.workers();
      case "samples":
        return this.#lines.samples(after);
    }
  }

  #begin(): void {
    const { tenant, publicUrl } = this.#engine;
    const { at, by, from, to, apps, jobs, tags, states, include, rights } = this.#export;
    const manifest: ManifestLine = {
      type: "manifest",
      format: FORMAT,
      formatVersion: FORMAT_VERSION,
      version: VERSION,
      madeAt: at.toISOString(),
      by,
      tenant,
      deployment: publicUrl,
      from: from.toISOString(),
      to: to.toISOString(),
      apps: apps ?? rights.apps,
      jobs,
      tags,
      states,
      include,
      hasHidden: hidesSome(rights),
    };
    this.#write("manifest", JSON.stringify(manifest));
  }

  async #add(line: ContentLine): Promise<void> {
    this.#count(line);
    this.#write(line.type, JSON.stringify(line));
    if (this.#bytes >= PIECE_BYTES) await this.#flush();
  }

  #count(line: ContentLine): void {
    switch (line.type) {
      case "definition":
        return this.#more("definitions");
      case "run":
        return this.#more("runs");
      case "log":
        return this.#more("logs", line.lines.length);
      case "facts":
        return this.#more("facts", line.facts.length);
      case "file":
        return this.#more("files");
      case "bytes":
        return;
      case "act":
        return this.#more("history");
      case "worker":
        return this.#more("workers");
      case "sample":
        return this.#more("samples");
    }
  }

  #more(name: string, count = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + count;
    if ((this.#counts["runs"] ?? 0) > FILE_BOUNDS.runs)
      throw new ExportTooLarge(`it has more than ${FILE_BOUNDS.runs} runs`);
  }

  #write(type: ContentLine["type"] | "manifest", json: string): void {
    const line = `${json}\n`;
    this.#seals.add(SECTION_OF[type], line);
    this.#text.push(line);
    const bytes = Buffer.byteLength(line);
    if (bytes > FILE_BOUNDS.lineBytes)
      throw new ExportTooLarge(`a line of it has more than ${FILE_BOUNDS.lineBytes} bytes`);
    this.#bytes += bytes;
  }

  /** Writes the lines so far as a piece, sealed. */
  async #flush(): Promise<void> {
    const seal = JSON.stringify({ type: "seal", sha256: this.#seals.seal() });
    const plain = Buffer.from(`${this.#text.join("")}${seal}\n`);
    this.#text = [];
    this.#bytes = 0;
    const packed = await gzipPiece(plain);
    this.#note(plain);
    await this.#keep(this.#pieces.length === 0 ? Buffer.concat([GZIP_HEAD, packed]) : packed);
  }

  async #end(): Promise<void> {
    const end: EndLine = {
      type: "end",
      counts: this.#state().counts,
      sha256: this.#seals.chains(),
    };
    const plain = Buffer.from(`${JSON.stringify(end)}\n`);
    const packed = await gzipPiece(plain);
    this.#note(plain);
    await this.#keep(Buffer.concat([packed, gzipTail(this.#crc, this.#plainSize)]));
  }

  #note(plain: Uint8Array): void {
    this.#crc = crcOf(plain, this.#crc);
    this.#plainSize += plain.length;
    if (this.#plainSize > FILE_BOUNDS.plainBytes)
      throw new ExportTooLarge(`it has more than ${FILE_BOUNDS.plainBytes} bytes of text`);
  }

  async #keep(piece: Uint8Array): Promise<void> {
    this.#size += piece.length;
    if (this.#size > FILE_BOUNDS.bytes)
      throw new ExportTooLarge(`it has more than ${FILE_BOUNDS.bytes} bytes`);
    const name = `piece-${createId(this.#engine.clock.now())}`;
    await this.#kept.put(this.#pieces.length, piece, name);
    this.#pieces.push({ name, bytes: piece.length });
  }

  #state(): Pick<ExportStep, "counts" | "size" | "plainSize" | "pieces"> {
    const counts = { ...this.#counts } as unknown as RunExport["counts"];
    return { counts, size: this.#size, plainSize: this.#plainSize, pieces: [...this.#pieces] };
  }
}

/** Whether the payloads of some apps are left out. */
function hidesSome({ apps, payloads }: RunExport["rights"]): boolean {
  return payloads !== null && (apps === null || apps.some((app) => !payloads.includes(app)));
}
