import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type JobContext, TriggeredJob, type TriggeredJobOptions } from "@mojob/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { resolveFileWithin } from "./file-within.ts";

interface FileStatsArgs {
  readonly path: string;
}

const fileStatsArgs = v.strictObject({
  path: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(1000),
    v.regex(/^[^\0]*$/, "must not contain a null character"),
    v.description("A file below the quickstart's directory, such as README.md"),
  ),
});

interface FileStats {
  readonly path: string;
  /** Line breaks and words as `wc` counts them. */
  readonly lines: number;
  readonly words: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a file of the quickstart's directory and says what is in it. */
export class FileStatsJob extends TriggeredJob<FileStatsArgs> {
  static override readonly options: TriggeredJobOptions<FileStatsArgs> = {
    key: "quickstart.file-stats",
    name: "File statistics",
    description:
      "Counts the lines, words and bytes of a file below MOJOB_QUICKSTART_DIR and returns them with its SHA-256; up to 4 at once, more are skipped",
    tags: ["quickstart", "files"],
    maxConcurrency: 4,
    args: toStandardJsonSchema(fileStatsArgs),
  };
  readonly #directory: string;

  constructor(directory: string) {
    super();
    this.#directory = directory;
  }

  override async execute({ path }: FileStatsArgs, { signal }: JobContext): Promise<FileStats> {
    const file = await resolveFileWithin(this.#directory, path);
    const hash = createHash("sha256");
    let [lines, words, bytes] = [0, 0, 0];
    let isInWord = false;
    for await (const chunk of createReadStream(file, { signal }) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      for (const byte of chunk) {
        if (byte === LINE_FEED) lines += 1;
        const isSpace = isWhiteSpace(byte);
        if (isInWord && isSpace) words += 1;
        isInWord = !isSpace;
      }
    }
    if (isInWord) words += 1;
    return { path, lines, words, bytes, sha256: hash.digest("hex") };
  }
}

const LINE_FEED = 0x0a;

/** ASCII white space: tab to carriage return, and the space. */
function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
