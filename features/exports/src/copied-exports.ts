import { ArchiveState, ExportState, type FeatureCopyOptions } from "@mojob/core/engine";
import type { IMoJobScheduleMetadataStore } from "@mojob/core/ports";
import { ARCHIVE_RECORDS, ARCHIVED_RUNS } from "./archive-records.ts";
import { EXPORT_RECORDS } from "./export-records.ts";
import { KeptPieces } from "./kept-pieces.ts";
import { TENANT_BOUNDS } from "./limits.ts";

const RUNS_AT_ONCE = 200;
/** An export that is made goes on by a cursor of its store, and what is removed is gone for people. */
const LEFT: readonly ExportState[] = [ExportState.Running, ExportState.Removed];

/**
 * Copies exports and archives with their files. Each record comes last, so that nobody finds one without its file. Left behind are an export
 * that is being made, an archive whose file is being received, and the bytes of an export that was cancelled or has failed, which nobody can read.
 */
export async function copyExports(options: FeatureCopyOptions): Promise<void> {
  const { tenant, from, to } = options;
  const limit = 2 * TENANT_BOUNDS.exports;
  for (const one of await from.records(EXPORT_RECORDS).find({ tenant, order: ["id"], limit })) {
    if (LEFT.includes(one.state)) continue;
    const isReady = one.state === ExportState.Ready;
    if (isReady)
      await copyPieces(
        `export:${one.id}`,
        one.pieces.map(({ name }) => name),
        options,
      );
    // The first write of a record is its first revision; one that is there stays.
    await to.records(EXPORT_RECORDS).put([{ ...one, ...(!isReady && { pieces: [], size: 0 }), revision: 1 }]);
  }
  await copyArchives(options);
}

async function copyArchives(options: FeatureCopyOptions): Promise<void> {
  const { tenant, from, to } = options;
  const limit = 2 * TENANT_BOUNDS.archives;
  for (const one of await from.records(ARCHIVE_RECORDS).find({ tenant, order: ["id"], limit })) {
    if (one.state !== ArchiveState.Ready) continue;
    await copyPieces(
      `archive:${one.id}`,
      Array.from({ length: one.pieces }, () => undefined),
      options,
    );
    await copyRuns(one.id, options);
    await to.records(ARCHIVE_RECORDS).put([{ ...one, revision: 1 }]);
  }
}

async function copyPieces(
  of: string,
  names: readonly (string | undefined)[],
  { tenant, from, to, onCopied }: FeatureCopyOptions,
): Promise<void> {
  const piecesIn = ({ files }: IMoJobScheduleMetadataStore): KeptPieces =>
    new KeptPieces({ tenant, files, of });
  for (const [index, name] of names.entries()) {
    await piecesIn(from).copy(index, piecesIn(to), name);
    onCopied();
  }
}

async function copyRuns(archive: string, { tenant, from, to, onCopied }: FeatureCopyOptions): Promise<void> {
  const [source, target] = [from.records(ARCHIVED_RUNS), to.records(ARCHIVED_RUNS)];
  let after: readonly (Date | string)[] = [];
  for (;;) {
    const page = await source.find({
      tenant,
      where: { archive },
      order: ["createdAt", "run"],
      descending: true,
      after,
      limit: RUNS_AT_ONCE,
    });
    await target.put(page);
    onCopied();
    const last = page.at(-1);
    if (last === undefined || page.length < RUNS_AT_ONCE) return;
    after = [last.createdAt, last.id];
  }
}
