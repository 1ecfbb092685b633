import {
  assertFileName,
  type FileContent,
  type FileLimits,
  type FileToStore,
  type IMoFileStore,
  type StoredFile,
  systemClock,
  tooLarge,
  tooMany,
} from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

interface KeptFile {
  readonly file: StoredFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** By run, then by name. */
type Runs = Map<string, Map<string, KeptFile>>;

const PIECE_BYTES = 64 * 1024;

/** Keeps files in memory, by tenant, run and name. */
export class FileStoreInMemory implements IMoFileStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, Runs>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async put(to: FileToStore, content: AsyncIterable<Uint8Array>, limits: FileLimits): Promise<StoredFile> {
    const { tenant, instanceId, name } = to;
    this.#parts.lifetime.assertOpen();
    assertFileName(name);
    this.#assertRoom(to, limits);
    const bytes = await readAll(content, () => tooLarge(name, limits), limits.mostBytes);
    const sha256 = hexOf(await crypto.subtle.digest("SHA-256", bytes));
    this.#parts.lifetime.assertOpen();
    this.#assertRoom(to, limits);
    const file: StoredFile = {
      tenant,
      instanceId,
      name,
      size: bytes.length,
      sha256,
      storedAt: systemClock.now(),
    };
    const runs: Runs = this.#tenants.get(tenant) ?? new Map();
    const kept = runs.get(instanceId) ?? new Map<string, KeptFile>();
    this.#tenants.set(tenant, runs.set(instanceId, kept.set(name, { file, bytes })));
    return file;
  }

  async get(tenant: string, instanceId: string, name: string): Promise<FileContent | null> {
    const kept = this.#runs(tenant).get(instanceId)?.get(name);
    return kept === undefined ? null : { file: kept.file, open: () => streamOf(kept.bytes) };
  }

  async list(tenant: string, instanceId: string): Promise<readonly StoredFile[]> {
    const kept = [...(this.#runs(tenant).get(instanceId)?.values() ?? [])].map(({ file }) => file);
    return kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async runs(tenant: string, after: string | null, limit: number): Promise<readonly string[]> {
    const ids = [...this.#runs(tenant).keys()].filter((id) => after === null || id > after);
    return ids.sort().slice(0, limit);
  }

  async remove(tenant: string, instanceIds: readonly string[]): Promise<void> {
    const runs = this.#runs(tenant);
    for (const id of instanceIds) runs.delete(id);
  }

  #assertRoom({ tenant, instanceId, name }: FileToStore, limits: FileLimits): void {
    const kept = this.#tenants.get(tenant)?.get(instanceId);
    if (kept !== undefined && !kept.has(name) && kept.size >= limits.mostFiles) throw tooMany(name, limits);
  }

  #runs(tenant: string): Runs {
    this.#parts.lifetime.assertOpen();
    return this.#tenants.get(tenant) ?? new Map<string, Map<string, KeptFile>>();
  }
}

async function readAll(
  content: AsyncIterable<Uint8Array>,
  refusal: () => Error,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > mostBytes) throw refusal();
    // The caller may write over what it has passed on.
    pieces.push(piece.slice());
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function hexOf(digest: ArrayBuffer): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + PIECE_BYTES));
      at += PIECE_BYTES;
      if (at >= bytes.length) controller.close();
    },
  });
}
