import type { TaskBody } from "@mojob/core/engine";
import type { JsonObject } from "@mojob/core/ports";
import { RUN_FILE, type RunFileLeft, type RunFileLine, type RunFileManifest } from "./run-file.ts";
import { sealOf } from "./seal-lines.ts";

/** Why a file is no exported run that can be shown. */
export const RunFileProblem = {
  /** It is none, or not a whole one: a line is not JSON, or there is one that no such file has. */
  Foreign: "foreign",
  /** It is of a later version than this reader, or its graph of another engine. */
  Unknown: "unknown",
  TooLarge: "too_large",
  /** Its lines are not those that were sealed. */
  Changed: "changed",
  /** Its end is missing. */
  Cut: "cut",
} as const;
export type RunFileProblem = (typeof RunFileProblem)[keyof typeof RunFileProblem];

export class RunFileError extends Error {
  override readonly name = "RunFileError";
  readonly problem: RunFileProblem;
  /** From 1. */
  readonly line: number;

  constructor(problem: RunFileProblem, line: number) {
    super(`Cannot read the exported run: ${problem} at line ${line}`);
    this.problem = problem;
    this.line = line;
  }
}

/** An exported run, read and checked. */
export interface RunFile {
  readonly manifest: RunFileManifest;
  readonly instance: JsonObject;
  /** In the order in which they were in force. */
  readonly bodies: readonly { readonly version: number; readonly since: number; readonly body: TaskBody }[];
  readonly facts: readonly JsonObject[];
  readonly runs: ReadonlyMap<string, JsonObject>;
  /** Log lines by run. */
  readonly logs: ReadonlyMap<string, readonly JsonObject[]>;
  readonly left: RunFileLeft;
}

/**
 * Reads the text of an exported run, and checks its seals, its order and its counts.
 * @throws RunFileError
 * @example
 * ```ts
 * const { facts, bodies } = await readRunFile(file.stream().pipeThrough(new DecompressionStream("gzip")));
 * ```
 */
export async function readRunFile(
  pieces: AsyncIterable<Uint8Array>,
  { maxBytes = RUN_FILE.maxBytes }: { readonly maxBytes?: number } = {},
): Promise<RunFile> {
  const reading = new Reading();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  // A long line comes in many pieces, which are put together once.
  let rest: string[] = [];
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new RunFileError(RunFileProblem.TooLarge, reading.line);
    const [first = "", ...more] = decoded(decoder, piece, reading.line).split("\n");
    rest.push(first);
    for (const next of more) {
      await reading.take(rest.join(""));
      rest = [next];
    }
  }
  const last = rest.join("");
  if (last !== "") await reading.take(last);
  return reading.end();
}

function decoded(decoder: TextDecoder, piece: Uint8Array, line: number): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw new RunFileError(RunFileProblem.Foreign, line);
  }
}

/** The types of lines, and which of their members are objects. */
const PARTS: ReadonlyMap<unknown, readonly string[]> = new Map(
  Object.entries({
    manifest: [],
    instance: ["instance"],
    body: ["body"],
    fact: ["fact"],
    run: ["run"],
    log: ["line"],
    end: ["counts", "left"],
    seal: [],
  }),
);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

class Reading {
  line = 0;
  #before = "";
  #open = "";
  #isSealed = false;
  #manifest: RunFileManifest | null = null;
  #instance: JsonObject | null = null;
  #left: RunFileLeft | null = null;
  readonly #bodies: RunFile["bodies"][number][] = [];
  readonly #facts: JsonObject[] = [];
  readonly #runs = new Map<string, JsonObject>();
  readonly #logs = new Map<string, JsonObject[]>();
  #lines = 0;

  async take(text: string): Promise<void> {
    this.line += 1;
    const line = this.#parse(text);
    if (line.type === "seal") return this.#checkSeal(line.sha256);
    if (this.#left !== null) throw this.#error(RunFileProblem.Changed);
    this.#open += `${text}\n`;
    this.#isSealed = false;
    if (this.#manifest === null) this.#takeManifest(line);
    else this.#takePart(line);
  }

  end(): RunFile {
    const [manifest, instance, left] = [this.#manifest, this.#instance, this.#left];
    if (manifest === null) throw this.#error(RunFileProblem.Foreign);
    if (left === null || !this.#isSealed) throw this.#error(RunFileProblem.Cut);
    if (instance === null || this.#bodies.length === 0) throw this.#error(RunFileProblem.Foreign);
    const [facts, runs, logs, bodies] = [this.#facts, this.#runs, this.#logs, this.#bodies];
    return { manifest, instance, bodies, facts, runs, logs, left };
  }

  #parse(text: string): RunFileLine | { readonly type: "seal"; readonly sha256: unknown } {
    try {
      const line: unknown = JSON.parse(text);
      if (isObject(line) && PARTS.get(line["type"])?.every((name) => isObject(line[name])) === true)
        return line as unknown as RunFileLine;
    } catch {
      // Below.
    }
    throw this.#error(RunFileProblem.Foreign);
  }

  async #checkSeal(hash: unknown): Promise<void> {
    if (this.#manifest === null) throw this.#error(RunFileProblem.Foreign);
    this.#before = await sealOf(this.#before, this.#open);
    if (hash !== this.#before) throw this.#error(RunFileProblem.Changed);
    this.#open = "";
    this.#isSealed = true;
  }

  #takeManifest(line: RunFileLine | { readonly type: "seal" }): void {
    if (line.type !== "manifest" || line.format !== RUN_FILE.format)
      throw this.#error(RunFileProblem.Foreign);
    if (line.formatVersion !== RUN_FILE.version || line.engine !== RUN_FILE.engine)
      throw this.#error(RunFileProblem.Unknown);
    this.#manifest = line;
  }

  #takePart(line: RunFileLine | { readonly type: "seal" }): void {
    switch (line.type) {
      case "instance":
        this.#instance = line.instance;
        return;
      case "body": {
        const { version, since, body } = line;
        this.#bodies.push({ version, since, body: body as unknown as TaskBody });
        return;
      }
      case "fact":
        if (line.fact["seq"] !== this.#facts.length + 1) throw this.#error(RunFileProblem.Changed);
        this.#facts.push(line.fact);
        return;
      case "run": {
        const { id } = line.run;
        if (typeof id !== "string") throw this.#error(RunFileProblem.Foreign);
        this.#runs.set(id, line.run);
        return;
      }
      case "log": {
        const lines = this.#logs.get(line.runId) ?? [];
        this.#logs.set(line.runId, lines);
        lines.push(line.line);
        this.#lines += 1;
        return;
      }
      case "end":
        this.#takeEnd(line);
        return;
      default:
        throw this.#error(RunFileProblem.Foreign);
    }
  }

  #takeEnd({ counts, left }: Extract<RunFileLine, { readonly type: "end" }>): void {
    const are = [this.#bodies.length, this.#facts.length, this.#runs.size, this.#lines];
    const said = [counts.bodies, counts.facts, counts.runs, counts.lines];
    if (are.some((count, place) => count !== said[place])) throw this.#error(RunFileProblem.Changed);
    this.#left = left;
  }

  #error(problem: RunFileProblem): RunFileError {
    return new RunFileError(problem, this.line);
  }
}
