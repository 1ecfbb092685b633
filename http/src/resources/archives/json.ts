import { JobKind } from "@mojob/core";
import {
  type Archive,
  type ArchivedFile,
  type ArchivedRun,
  type ArchivedRunDetail,
  EXPORT_PARTS,
} from "@mojob/core/engine";
import { JOB_STATES, TriggerType } from "@mojob/core/ports";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";
import { COUNTS } from "../exports/json.ts";
import { type InstanceJson, instanceJson } from "../instances/json.ts";
import { instanceSchema } from "../instances/schema.ts";

type OwnField = "tenant" | "revision" | "state" | "changedAt" | "pieces" | "sections" | "plainSize";

/** An archive without how it is stored. */
export type ArchiveJson = Wire<Omit<Archive, OwnField>>;

const names = v.nullable(v.array(v.string()));
const instantOrNull = v.nullable(instantOut);

export const archiveSchema: Parser<ArchiveJson> = wireObject({
  id: v.string(),
  name: v.pipe(v.string(), v.description("The name of the imported file")),
  source: v.pipe(
    v.object({
      madeAt: instantOut,
      by: v.pipe(v.nullable(v.string()), v.description("Who exported it there")),
      tenant: v.string(),
      deployment: v.pipe(v.nullable(v.string()), v.description("The address of the scheduler it is from")),
      version: v.pipe(v.string(), v.description("The version of MoJob that made it")),
      from: instantOut,
      to: instantOut,
      apps: names,
      jobs: names,
      tags: names,
      states: v.nullable(v.array(v.picklist(JOB_STATES))),
      include: v.array(v.picklist(EXPORT_PARTS)),
      hasHidden: v.pipe(
        v.boolean(),
        v.description("Whether arguments, results and errors of some apps were left out"),
      ),
    }),
    v.description("Where it is from"),
  ),
  counts: COUNTS,
  size: v.pipe(v.number(), v.description("The size of the imported file, in bytes")),
  storedBytes: v.pipe(v.number(), v.description("What it takes here, in bytes")),
  by: v.pipe(v.nullable(v.string()), v.description("Who imported it")),
  at: instantOut,
  expiresAt: v.pipe(instantOut, v.description("When it is removed")),
});

/** A file of a run, without where it stands. */
export type ArchivedFileJson = Wire<Omit<ArchivedFile, "range">>;
const archivedFile: Parser<ArchivedFileJson> = wireObject({
  name: v.string(),
  size: v.pipe(v.number(), v.description("In bytes")),
  sha256: v.string(),
  storedAt: instantOut,
});

export interface ArchivedRunJson extends Wire<Omit<ArchivedRun, "tenant" | "archive" | "range" | "files">> {
  readonly files: number;
}

export const archivedRunSchema: Parser<ArchivedRunJson> = wireObject({
  id: v.pipe(v.string(), v.description("The id that it had")),
  app: v.string(),
  jobKey: v.string(),
  state: v.picklist(JOB_STATES),
  kind: v.picklist(Object.values(JobKind)),
  triggerType: v.pipe(v.string(), v.description(`One of ${Object.values(TriggerType).join(", ")}`)),
  createdAt: instantOut,
  startedAt: instantOrNull,
  completedAt: instantOrNull,
  attempt: v.number(),
  worker: v.nullable(v.string()),
  errorSummary: v.nullable(v.string()),
  argsPreview: v.nullable(v.string()),
  partOf: v.pipe(v.nullable(v.string()), v.description("The run that it is a part of")),
  lines: v.pipe(v.number(), v.description("How many log lines it has")),
  facts: v.pipe(v.number(), v.description("How many facts of a task it has")),
  files: v.number(),
});

export interface ArchivedRunDetailJson {
  readonly instance: InstanceJson;
  readonly lines: number;
  readonly facts: number;
  readonly files: readonly ArchivedFileJson[];
}

export const archivedRunDetailSchema: Parser<ArchivedRunDetailJson> = v.object({
  instance: v.pipe(instanceSchema, v.description("The run as it was when it was exported")),
  lines: v.number(),
  facts: v.number(),
  files: v.array(archivedFile),
});

export function archiveJson(archive: Archive): ArchiveJson {
  const { id, name, source, counts, size, storedBytes, by, at, expiresAt } = archive;
  return toWire({ id, name, source, counts, size, storedBytes, by, at, expiresAt });
}

export function archivedRunJson(run: ArchivedRun): ArchivedRunJson {
  const { tenant: _tenant, archive: _archive, range: _range, files, ...shown } = run;
  return { ...toWire(shown), files: files.length };
}

const NOTHING_KNOWN = { names: new Map(), waitingForWorker: new Set<string>(), workerNames: new Map() };

export function archivedRunDetailJson({
  run,
  lines,
  facts,
  files,
}: ArchivedRunDetail): ArchivedRunDetailJson {
  return {
    instance: instanceJson(run, NOTHING_KNOWN),
    lines,
    facts,
    files: files.map(({ name, size, sha256, storedAt }) => toWire({ name, size, sha256, storedAt })),
  };
}
