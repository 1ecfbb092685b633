import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { reportProgress } from "./progress.ts";
import { runProgram } from "./run-program.ts";

const REPORT_EVERY_MS = 5000;

export interface Archive {
  /** A `.tar.gz`. */
  readonly url: string;
  /** A list of SHA-256 sums, a line a file, with the archive's among them. */
  readonly checksums: string;
  /** How many leading folders are left out when it is unpacked. @default 0 */
  readonly stripComponents?: number;
  /** How long a server may send nothing before it is given up. @default 5000 */
  readonly patienceMs?: number;
}

/**
 * Downloads an archive and unpacks it into the folder.
 * @throws Error when it cannot be downloaded, its server sends nothing for `patienceMs`, or its SHA-256 is not the published one
 */
export async function downloadArchive(archive: Archive, folder: string): Promise<void> {
  const { url, checksums, stripComponents = 0, patienceMs = 5000 } = archive;
  const name = new URL(url).pathname.split("/").at(-1) ?? "";
  const published = sumOf(name, await readBody(checksums, patienceMs));
  const temporary = await mkdtemp(join(tmpdir(), "mojob-download-"));
  try {
    const path = join(temporary, "archive.tar.gz");
    const hash = createHash("sha256");
    await pipeline(
      chunksOf(url, patienceMs),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path),
    );
    const found = hash.digest("hex");
    if (found !== published)
      throw new Error(`Cannot use "${url}": its SHA-256 is ${found}, and ${published} is published`);
    await runProgram("tar", ["-xzf", path, "-C", folder, `--strip-components=${stripComponents}`]);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The sum of one file in a list as `sha256sum` writes it. */
function sumOf(name: string, list: string): string {
  const lines = list.split("\n").map((line) => line.trim().split(/\s+\*?/));
  const [sum] = lines.find(([, file]) => file === name) ?? [];
  if (sum === undefined) throw new Error(`No SHA-256 of "${name}" is published`);
  return sum;
}

async function readBody(url: string, patienceMs: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(url, patienceMs)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The body of a URL, given up when nothing comes for `patienceMs`. */
async function* chunksOf(url: string, patienceMs: number): AsyncGenerator<Uint8Array> {
  const abort = new AbortController();
  const timer = setTimeout(
    () => abort.abort(new Error(`its server sent nothing for ${patienceMs} ms`)),
    patienceMs,
  );
  let received = 0;
  let reportAtMs = performance.now() + REPORT_EVERY_MS;
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (!response.ok || response.body === null)
      throw new Error(`its server responded with ${response.status}`);
    const total = Number(response.headers.get("content-length") ?? 0);
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      timer.refresh();
      received += chunk.byteLength;
      if (performance.now() > reportAtMs) {
        reportAtMs = performance.now() + REPORT_EVERY_MS;
        reportProgress(`${url}: ${megabytes(received)} of ${megabytes(total)} MB`);
      }
      yield chunk;
    }
  } catch (error) {
    throw new Error(`Cannot download "${url}": ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function megabytes(bytes: number): string {
  return bytes === 0 ? "?" : (bytes / 1e6).toFixed(0);
}

/** `fetch` puts what went wrong into the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
