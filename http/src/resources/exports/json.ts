import { EXPORT_PARTS, type ExportCounts, ExportState, type RunExport } from "@mojob/core/engine";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";

type OwnField = "tenant" | "revision" | "rights" | "pieces" | "cursor" | "plainSize";

/** An export without what it is made by. */
export interface ExportJson extends Wire<Omit<RunExport, OwnField>> {
  /** The name that its file is saved under. */
  readonly name: string;
}

const names = v.nullable(v.array(v.string()));

/** How many records of each kind a file has. */
export const COUNTS: Parser<ExportCounts> = v.object({
  runs: v.number(),
  definitions: v.number(),
  logs: v.pipe(v.number(), v.description("Log lines")),
  facts: v.pipe(v.number(), v.description("Facts of runs of tasks")),
  files: v.number(),
  history: v.number(),
  workers: v.number(),
  samples: v.number(),
});

export const exportSchema: Parser<ExportJson> = wireObject({
  id: v.string(),
  name: v.pipe(v.string(), v.description("The name of its file")),
  state: v.pipe(
    v.picklist(Object.values(ExportState)),
    v.description("The file of a `ready` one is downloaded; a `running` one can be cancelled"),
  ),
  from: instantOut,
  to: instantOut,
  apps: v.pipe(names, v.description("`null` are all that its maker saw")),
  jobs: v.pipe(names, v.description("`null` are all; those with the tags that were asked for are listed")),
  tags: names,
  states: v.nullable(v.array(v.picklist(JOB_STATES))),
  include: v.pipe(v.array(v.picklist(EXPORT_PARTS)), v.description("What it has beside runs")),
  expectedRuns: v.pipe(
    v.number(),
    v.description("The runs that were there when it was asked for; 10,000 stands for more"),
  ),
  counts: COUNTS,
  size: v.pipe(v.number(), v.description("The size of the file so far, in bytes")),
  problem: v.pipe(v.nullable(v.string()), v.description("Why it failed")),
  by: v.pipe(v.nullable(v.string()), v.description("Who asked; `null` is the program itself")),
  at: instantOut,
  changedAt: instantOut,
  expiresAt: v.pipe(instantOut, v.description("When it is removed")),
});

export function exportJson(made: RunExport): ExportJson {
  const {
    tenant: _tenant,
    revision: _revision,
    rights: _rights,
    pieces: _pieces,
    cursor: _cursor,
    plainSize: _plainSize,
    ...shown
  } = made;
  return { ...toWire(shown), name: fileNameOf(made) };
}

/** Such as `mojob-default-20261129-20261130.ndjson.gz`. */
export function fileNameOf({ tenant, from, to }: Pick<RunExport, "tenant" | "from" | "to">): string {
  const [first, last] = [from, to].map((at) => at.toISOString().slice(0, 10).replaceAll("-", ""));
  return `mojob-${tenant}-${first}-${last}.ndjson.gz`;
}
