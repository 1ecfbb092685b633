import type {
  Archive,
  ArchivedFile,
  ArchivedRun,
  ArchiveRange,
  ArchiveSection,
  ArchiveSource,
} from "@mojob/core/engine";
import type { IMoRecordStore } from "@mojob/core/ports";
import { type ArchivedRunField } from "../archive-records.ts";
import type { KeptPieces } from "../kept-pieces.ts";
import type { FileBounds } from "../limits.ts";
import { type CheckedLine, LineCheck } from "./check-lines.ts";
import { instanceOf, type Line } from "./line-schemas.ts";
import { readLines, type ReadSoFar } from "./read-lines.ts";
import { refusedFile, RefusedFor } from "./refusal.ts";
import { TextWriter } from "./kept-text.ts";

const RUNS_AT_ONCE = 200;

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** A run whose lines are still coming. */
interface OpenRun extends Omit<Writable<ArchivedRun>, "range" | "files"> {
  range: Writable<ArchiveRange>;
  files: (Omit<ArchivedFile, "range"> & { range: Writable<ArchiveRange> })[];
  readonly line: number;
}

export interface ImportFileOptions {
  readonly tenant: string;
  readonly archive: string;
  readonly kept: KeptPieces;
  readonly runs: IMoRecordStore<ArchivedRun, ArchivedRunField>;
  readonly bounds: FileBounds;
  /** Is called when so much is stored; it throws where the import may not go on. */
  readonly onKept: (storedBytes: number, pieces: number) => Promise<void>;
}

export type ImportedFile = Pick<
  Archive,
  "source" | "counts" | "size" | "storedBytes" | "plainSize" | "pieces" | "sections"
>;

/**
 * Keeps the lines of a file as they are checked. What it has kept is of no use before it resolves, and is removed by its caller where it
 * rejects.
 * @throws MoJobError `archive_refused`
 */
export async function importFile(
  content: AsyncIterable<Uint8Array>,
  options: ImportFileOptions,
): Promise<ImportedFile> {
  const { kept, bounds, onKept } = options;
  const read: ReadSoFar = { bytes: 0, plainBytes: 0, lines: 0 };
  const check = new LineCheck(bounds);
  const text = new TextWriter(kept);
  const index = new RunIndex(options);
  const sections: Partial<Record<ArchiveSection, Writable<ArchiveRange>>> = {};
  let source: ArchiveSource | null = null;
  for await (const bytes of readLines(content, bounds, read)) {
    const line = check.check(bytes);
    if (line.type === "manifest") source = sourceOf(line);
    if (line.type === "manifest" || line.type === "seal" || line.type === "end") continue;
    const at = text.plainSize;
    const section = BESIDE_RUNS[line.type];
    if (section !== undefined) (sections[section] ??= { at, bytes: 0 }).bytes += bytes.length;
    await index.take(line, { at, bytes: bytes.length }, check.line);
    if (await text.write(bytes)) await onKept(text.storedBytes, text.pieces);
  }
  check.end();
  await index.end();
  await text.end();
  await onKept(text.storedBytes, text.pieces);
  const { plainSize, storedBytes, pieces } = text;
  const counts = { ...check.counts } as unknown as Archive["counts"];
  return { source: source!, counts, size: read.bytes, storedBytes, plainSize, pieces, sections };
}

const BESIDE_RUNS: Readonly<Partial<Record<CheckedLine["type"], ArchiveSection>>> = {
  definition: "definitions",
  act: "history",
  worker: "workers",
  sample: "samples",
};

function sourceOf(manifest: Line<"manifest">): ArchiveSource {
  const { type: _type, format: _format, formatVersion: _version, ...source } = manifest;
  return source;
}

/** Notes where each run stands, and what lists show of it. */
class RunIndex {
  readonly #options: ImportFileOptions;
  #run: OpenRun | null = null;
  #closed: (ArchivedRun & { readonly line: number })[] = [];

  constructor(options: ImportFileOptions) {
    this.#options = options;
  }

  async take(line: CheckedLine, range: ArchiveRange, number: number): Promise<void> {
    if (line.type === "run") {
      await this.#close();
      this.#run = this.#open(line, range, number);
      return;
    }
    const run = this.#run;
    if (run === null) return;
    if (line.type === "log") run.lines += line.lines.length;
    else if (line.type === "facts") run.facts += line.facts.length;
    else if (line.type === "file") {
      const { name, size, sha256, storedAt } = line;
      run.files.push({ name, size, sha256, storedAt, range: { at: range.at + range.bytes, bytes: 0 } });
    } else if (line.type === "bytes") run.files.at(-1)!.range.bytes += range.bytes;
    else return this.#close();
    run.range.bytes += range.bytes;
  }

  async end(): Promise<void> {
    await this.#close();
    await this.#flush();
  }

  #open({ run: given }: Line<"run">, range: ArchiveRange, line: number): OpenRun {
    const { tenant, archive } = this.#options;
    const run = instanceOf(tenant, given);
    const { id, app, jobKey, state, kind, createdAt, startedAt, completedAt } = run;
    const { attempt, worker, errorSummary, argsPreview, part, trigger } = run;
    return {
      tenant,
      archive,
      id,
      app,
      jobKey,
      state,
      kind,
      createdAt,
      startedAt,
      completedAt,
      attempt,
      worker,
      errorSummary,
      argsPreview,
      triggerType: trigger.type,
      partOf: part?.of ?? null,
      lines: 0,
      facts: 0,
      files: [],
      range: { ...range },
      line,
    };
  }

  async #close(): Promise<void> {
    if (this.#run === null) return;
    this.#closed.push(this.#run);
    this.#run = null;
    if (this.#closed.length >= RUNS_AT_ONCE) await this.#flush();
  }

  async #flush(): Promise<void> {
    const closed = this.#closed;
    this.#closed = [];
    if (closed.length === 0) return;
    const written = await this.#options.runs.put(closed.map(withoutLine));
    const twice = closed.find((_, index) => written[index] !== true);
    if (twice === undefined) return;
    throw refusedFile(RefusedFor.Invalid, twice.line, `"/run/id": a run that is in the file once is wanted`);
  }
}

function withoutLine(closed: ArchivedRun & { readonly line: number }): ArchivedRun {
  const { line: _line, ...run } = closed;
  return run;
}
