import { type RunFile, RunFileError, RunFileProblem, readRunFile } from "@mojob/tasks/replay";

const GZIP: readonly number[] = [0x1f, 0x8b];

/** Why a file cannot be shown: what the reader says, or that this page cannot compute hashes. */
export type FileProblem = RunFileProblem | "insecure";

export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Reads an exported run from a file, which stays on this machine.
 * @throws FileRefused
 */
export async function openRunFile(file: Blob): Promise<RunFile> {
  // Browsers hash on pages of this machine and over TLS alone.
  if (!globalThis.isSecureContext) throw new FileRefused("insecure");
  const start = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  const isZipped = GZIP.every((byte, place) => start[place] === byte);
  const bytes = isZipped ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  try {
    return await readRunFile(piecesOf(bytes));
  } catch (error) {
    if (error instanceof RunFileError) throw new FileRefused(error.problem);
    // A stream that cannot be unzipped to its end.
    throw new FileRefused(RunFileProblem.Cut);
  }
}

/** Not every browser iterates streams. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // Of a stream that broke this says so once more.
    await reader.cancel().catch(() => {});
  }
}
