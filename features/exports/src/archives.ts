import { MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  type Archive,
  type ArchivedRun,
  type ArchivedRunDetail,
  type ArchivedRunQuery,
  type ArchiveSection,
  ArchiveState,
  fromBase64,
  invalidInput,
  issueAt,
} from "@mojob/core/engine";
import type { ArchiveService, PerRequester, Requester, ServiceParts } from "@mojob/core/feature";
import {
  createId,
  type IMoRecordStore,
  isFileName,
  type JobLogLine,
  type JsonObject,
  type Page,
  type PageRequest,
  pageOfRecords,
} from "@mojob/core/ports";
import * as v from "valibot";
import {
  ARCHIVE_RECORDS,
  ARCHIVED_RUNS,
  type ArchivedRunField,
  type ArchiveField,
  keyOfRun,
} from "./archive-records.ts";
import { type LogTuple, NO_COUNTS } from "./format/lines.ts";
import { KeptPieces } from "./kept-pieces.ts";
import { FILE_BOUNDS, TENANT_BOUNDS } from "./limits.ts";
import { importFile } from "./reading/import-file.ts";
import { spool, spooledBytes } from "./reading/spool.ts";
import { readKept } from "./reading/kept-text.ts";
import { instanceOf, LINE_SCHEMAS } from "./reading/line-schemas.ts";
import { streamOf } from "./stream-of.ts";

export type ArchivesOptions = Pick<ServiceParts, "tenant" | "store" | "clock">;

/** Imports exported files, and shows them: nothing that runs here knows of them. */
export class Archives implements PerRequester<ArchiveService> {
  readonly #options: ArchivesOptions;
  readonly #records: IMoRecordStore<Archive, ArchiveField>;
  readonly #runs: IMoRecordStore<ArchivedRun, ArchivedRunField>;

  constructor(options: ArchivesOptions) {
    this.#options = options;
    this.#records = options.store.records(ARCHIVE_RECORDS);
    this.#runs = options.store.records(ARCHIVED_RUNS);
  }

  async import(requester: Requester, name: string, content: AsyncIterable<Uint8Array>): Promise<Archive> {
    const doing = "import a file";
    assertWhole(requester, doing);
    if (!isFileName(name)) throw invalidInput(doing, [issueAt("/name", "not_file_name")]);
    const begun = await this.#begin(requester, name, doing);
    const { tenant, clock } = this.#options;
    const kept = this.#piecesOf(begun.id);
    let latest = begun;
    try {
      const onKept = async (storedBytes: number, pieces: number): Promise<void> => {
        await this.#assertRoom(begun.id, storedBytes, doing);
        const gone = await requester.lost();
        if (gone !== null) throw gone;
        const most = Math.max(pieces, latest.pieces);
        latest = await this.#write({ ...latest, storedBytes, pieces: most, changedAt: clock.now() }, doing);
      };
      const waiting = this.#spoolOf(begun.id);
      const spooled = await spool(content, waiting, FILE_BOUNDS, ({ bytes, pieces }) =>
        onKept(bytes, pieces),
      );
      const file = await importFile(spooledBytes(waiting, spooled), {
        tenant,
        archive: begun.id,
        kept,
        runs: this.#runs,
        bounds: FILE_BOUNDS,
        onKept,
      });
      await waiting.remove(spooled.pieces);
      return await this.#write(
        { ...latest, ...file, state: ArchiveState.Ready, changedAt: clock.now() },
        doing,
      );
    } catch (error) {
      await this.drop({ ...latest, pieces: latest.pieces + 1 });
      throw error;
    }
  }

  async list(requester: Requester): Promise<readonly Archive[]> {
    if (requester.scope !== null) return [];
    const kept = await this.#all();
    return kept.filter(({ state }) => state === ArchiveState.Ready).toReversed();
  }

  async get(requester: Requester, id: string): Promise<Archive> {
    const [found = null] = await this.#records.get(this.#options.tenant, [id]);
    if (found?.state === ArchiveState.Ready && requester.scope === null) return found;
    throw new MoJobError(MoJobErrorCode.ArchiveNotFound, `Cannot find archive "${id.slice(0, 64)}"`);
  }

  async runs(
    requester: Requester,
    id: string,
    { app, jobKey, states, partOf, id: runId }: ArchivedRunQuery,
    page: PageRequest,
  ): Promise<Page<ArchivedRun>> {
    assertWhole(requester, "read an archive");
    await this.get(requester, id);
    return pageOfRecords(
      this.#runs,
      {
        tenant: this.#options.tenant,
        where: { archive: id, app, jobKey, state: states, partOf, run: runId },
        order: ["createdAt", "run"],
        descending: true,
      },
      page,
    );
  }

  async run(requester: Requester, id: string, runId: string): Promise<ArchivedRunDetail> {
    const found = await this.#find(requester, id, runId);
    for await (const line of readKept(this.#piecesOf(id), found.range)) {
      const { run } = v.parse(LINE_SCHEMAS.run, parseLine(line));
      return { ...found, run: instanceOf(this.#options.tenant, run) };
    }
    throw noRun(id, runId);
  }

  async logs(
    requester: Requester,
    id: string,
    runId: string,
    after: number,
    limit: number,
  ): Promise<readonly JobLogLine[]> {
    const { tenant } = this.#options;
    const found = await this.#find(requester, id, runId);
    const lines: JobLogLine[] = [];
    if (found.lines === 0) return lines;
    for await (const bytes of readKept(this.#piecesOf(id), found.range)) {
      const line = parseLine(bytes);
      if (line["type"] === "run") continue;
      if (line["type"] !== "log") break;
      for (const [seq, at, attempt, level, message] of line["lines"] as unknown as readonly LogTuple[])
        if (seq > after && lines.length < limit)
          lines.push({
            tenant,
            instanceId: runId,
            seq,
            at: new Date(at),
            attempt,
            level: level as JobLogLine["level"],
            message,
          });
      if (lines.length >= limit) break;
    }
    return lines;
  }

  async facts(
    requester: Requester,
    id: string,
    runId: string,
    after: number,
    limit: number,
  ): Promise<readonly JsonObject[]> {
    const found = await this.#find(requester, id, runId);
    const facts: JsonObject[] = [];
    if (found.facts === 0) return facts;
    for await (const bytes of readKept(this.#piecesOf(id), found.range)) {
      const line = parseLine(bytes);
      if (line["type"] === "run" || line["type"] === "log") continue;
      if (line["type"] !== "facts") break;
      for (const fact of line["facts"] as readonly JsonObject[])
        if (Number(fact["seq"]) > after && facts.length < limit) facts.push(fact);
      if (facts.length >= limit) break;
    }
    return facts;
  }

  async file(
    requester: Requester,
    id: string,
    runId: string,
    name: string,
  ): ReturnType<ArchiveService["file"]> {
    const found = await this.#find(requester, id, runId);
    const file = found.files.find((one) => one.name === name);
    if (file === undefined)
      throw new MoJobError(
        MoJobErrorCode.FileNotFound,
        `Cannot find file ${JSON.stringify(name)} of run "${runId}" in archive "${id}"`,
      );
    return { file, open: () => streamOf(fileBytes(this.#piecesOf(id), file.range)) };
  }

  async records(
    requester: Requester,
    id: string,
    section: ArchiveSection,
    { limit, cursor }: PageRequest,
  ): Promise<Page<JsonObject>> {
    assertWhole(requester, "read an archive");
    const { sections } = await this.get(requester, id);
    const range = sections[section];
    if (range === undefined) return { items: [], nextCursor: null };
    const first = cursor === undefined ? 0 : offsetOf(cursor, range.bytes);
    const items: JsonObject[] = [];
    let at = first;
    // A cursor stands behind a line break, with which the first line that is read then is empty.
    const begin = Math.max(first - 1, 0);
    let isFirst = first > 0;
    const rest = { at: range.at + begin, bytes: range.bytes - begin };
    for await (const bytes of readKept(this.#piecesOf(id), rest)) {
      if (isFirst) {
        if (bytes.length > 0) throw staleCursor();
        isFirst = false;
        continue;
      }
      if (items.length === limit) break;
      const { type: _, ...record } = parseLine(bytes);
      items.push(record);
      at += bytes.length + 1;
    }
    return { items, nextCursor: at < range.bytes ? String(at) : null };
  }

  async remove(requester: Requester, id: string): Promise<Archive> {
    assertWhole(requester, "remove an archive");
    const archive = await this.get(requester, id);
    await this.drop(archive);
    return archive;
  }

  /** Removes all of an archive; its record goes last, so that what is interrupted is done again. */
  async drop({ id, pieces }: Pick<Archive, "id" | "pieces">): Promise<void> {
    const { tenant, clock } = this.#options;
    for (;;) {
      const [stored = null] = await this.#records.get(tenant, [id]);
      if (stored === null) return;
      if (stored.state === ArchiveState.Removed) break;
      const marked = {
        ...stored,
        state: ArchiveState.Removed,
        changedAt: clock.now(),
        revision: stored.revision + 1,
      };
      if ((await this.#records.put([marked]))[0] === true) break;
    }
    await this.#spoolOf(id).remove(pieces);
    await this.#piecesOf(id).remove(pieces);
    await this.#runs.remove(tenant, { archive: id });
    await this.#records.remove(tenant, { id });
  }

  async #begin(requester: Requester, name: string, doing: string): Promise<Archive> {
    const { tenant, clock } = this.#options;
    const kept = await this.#all();
    if (kept.length >= TENANT_BOUNDS.archives)
      throw invalidInput(doing, [issueAt("", "archives_full", { max: TENANT_BOUNDS.archives })]);
    const at = clock.now();
    const begun: Archive = {
      id: createId(at),
      tenant,
      revision: 1,
      state: ArchiveState.Receiving,
      name,
      source: NO_SOURCE,
      counts: NO_COUNTS,
      by: requester.by,
      at,
      changedAt: at,
      expiresAt: new Date(at.getTime() + TENANT_BOUNDS.archiveMs),
      size: 0,
      storedBytes: 0,
      plainSize: 0,
      pieces: 0,
      sections: {},
    };
    await this.#records.put([begun]);
    return begun;
  }

  async #write(archive: Archive, doing: string): Promise<Archive> {
    const written = { ...archive, revision: archive.revision + 1 };
    if ((await this.#records.put([written]))[0] === true) return written;
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot ${doing}: it took so long that what had arrived was removed; import it again`,
    );
  }

  async #assertRoom(id: string, storedBytes: number, doing: string): Promise<void> {
    const kept = await this.#all();
    const bytes = kept.reduce((sum, one) => sum + (one.id === id ? 0 : one.storedBytes), storedBytes);
    if (bytes > TENANT_BOUNDS.archiveBytes)
      throw invalidInput(doing, [issueAt("", "archives_too_large", { max: TENANT_BOUNDS.archiveBytes })]);
  }

  async #find(requester: Requester, id: string, runId: string): Promise<ArchivedRun> {
    assertWhole(requester, "read an archive");
    await this.get(requester, id);
    const [found = null] = await this.#runs.get(this.#options.tenant, [keyOfRun(id, runId)]);
    if (found === null) throw noRun(id, runId);
    return found;
  }

  #all(): Promise<readonly Archive[]> {
    return this.#records.find({
      tenant: this.#options.tenant,
      order: ["id"],
      limit: TENANT_BOUNDS.archives * 2,
    });
  }

  /** The file itself while it is checked. */
  #spoolOf(id: string): KeptPieces {
    const { tenant, store } = this.#options;
    return new KeptPieces({ tenant, files: store.files, of: `upload-of-archive:${id}` });
  }

  #piecesOf(id: string): KeptPieces {
    const { tenant, store } = this.#options;
    return new KeptPieces({ tenant, files: store.files, of: `archive:${id}` });
  }
}

const NO_SOURCE: Archive["source"] = {
  madeAt: new Date(0),
  by: null,
  tenant: "",
  deployment: null,
  version: "",
  from: new Date(0),
  to: new Date(0),
  apps: null,
  jobs: null,
  tags: null,
  states: null,
  include: [],
  hasHidden: false,
};

/** The apps of an archive are not those of this scheduler: who sees some apps only sees none of it. */
function assertWhole({ apps, by, scope }: Requester, doing: string): void {
  if (apps.isAll && scope === null) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing} as "${by ?? "code"}": the permission is needed in every app, because an archive is of none of them`,
  );
}

/** A line that was checked when it was imported. */
function parseLine(bytes: Uint8Array): JsonObject & { readonly type: string } {
  return JSON.parse(new TextDecoder().decode(bytes)) as JsonObject & { readonly type: string };
}

async function* fileBytes(
  kept: KeptPieces,
  range: ArchivedRun["range"],
): AsyncGenerator<Uint8Array, void, void> {
  for await (const bytes of readKept(kept, range)) yield fromBase64(parseLine(bytes)["data"] as string);
}

function offsetOf(cursor: string, most: number): number {
  const offset = /^\d{1,12}$/.test(cursor) ? Number(cursor) : -1;
  if (offset >= 0 && offset <= most) return offset;
  throw staleCursor();
}

function staleCursor(): MoJobError {
  return invalidInput("read an archive", [issueAt("/cursor", "stale_cursor")]);
}

function noRun(id: string, runId: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InstanceNotFound,
    `Cannot find run "${runId.slice(0, 200)}" in archive "${id}"`,
  );
}
