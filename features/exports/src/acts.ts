import type { JsonValue } from "@mojob/core";
import type { Archive, RunExport } from "@mojob/core/engine";
import {
  type Acts,
  type ArchiveService,
  copyJson,
  differences,
  type Doing,
  type ExportService,
  type PerRequester,
} from "@mojob/core/feature";
import { ActKind, SubjectType } from "@mojob/core/ports";

type Shown = Readonly<Record<string, JsonValue>>;

/** What is noted of exports that are asked for, cancelled and removed. */
export const EXPORT_ACTS: Acts<ExportService, PerRequester<ExportService>> = {
  create: async (_, change) => exportAct(null, await change()),
  async cancel({ requester, args: [id], service }, change) {
    const before = await service.get(requester, id);
    const after = await change();
    return before.state === after.state ? [] : exportAct(before, after);
  },
  async remove({ requester, args: [id], service }, change) {
    const before = await service.get(requester, id);
    return exportAct(before, await change());
  },
};

/** What is noted of files that are imported, and of archives that are removed. */
export const ARCHIVE_ACTS: Acts<ArchiveService, PerRequester<ArchiveService>> = {
  import: async (_, change) => archiveAct(await change(), false),
  remove: async (_, change) => archiveAct(await change(), true),
};

function exportAct(before: RunExport | null, after: RunExport): Doing {
  return {
    kind: ActKind.Export,
    // Who sees one app only sees what is of this app alone.
    app: onlyApp(after),
    subject: { type: SubjectType.Export, id: after.id },
    changes: differences(exportShown(before), exportShown(after)),
  };
}

function onlyApp({ apps, rights }: RunExport): string | null {
  const names = apps ?? rights.apps;
  return names?.length === 1 ? (names[0] ?? null) : null;
}

function exportShown(made: RunExport | null): Shown {
  if (made === null) return {};
  const { from, to, apps, jobs, tags, states, include, state } = made;
  const range = { from: from.toISOString(), to: to.toISOString() };
  return copyJson({ ...range, apps, jobs, tags, states, include, state }) as Shown;
}

function archiveAct(archive: Archive, isRemoved: boolean): Doing {
  const { name, source, counts, size } = archive;
  const shown = copyJson({
    name,
    size,
    runs: counts.runs,
    madeAt: source.madeAt.toISOString(),
    tenant: source.tenant,
    deployment: source.deployment,
  }) as Shown;
  return {
    kind: ActKind.EditArchive,
    app: null,
    subject: { type: SubjectType.Archive, id: archive.id },
    changes: isRemoved ? differences(shown, {}) : differences({}, shown),
  };
}
