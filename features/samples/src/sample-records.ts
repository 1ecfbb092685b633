import type { SampleStep } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";
import type { PackedPoint } from "./kept-point.ts";

/** Whose samples are kept under one name: a worker, and those that come after it when it is started again. */
export interface KeptSeries {
  readonly tenant: string;
  readonly id: string;
  readonly app: string;
  readonly name: string;
  /** Among those of one name that are there at the same time, from 1. */
  readonly place: number;
  /** The worker whose samples were added last. */
  readonly worker: string;
  readonly seenAt: Date;
  readonly revision: number;
}

/** The points of a series in a stretch of time. */
export interface KeptBlock {
  readonly tenant: string;
  readonly id: string;
  readonly series: string;
  readonly step: SampleStep;
  /** The beginning of the stretch. */
  readonly startsAt: Date;
  readonly revision: number;
  /** The earliest first. */
  readonly points: readonly PackedPoint[];
}

export type SeriesField = "id" | "app" | "name" | "worker" | "seenAt" | "revision";
export type BlockField = "id" | "series" | "step" | "startsAt" | "revision";

export const SERIES_RECORDS: RecordDefinition<KeptSeries, SeriesField> = defineRecords({
  name: "sample_series",
  key: ({ id }: KeptSeries) => id,
  fields: { id: "text", app: "text", name: "text", worker: "text", seenAt: "time", revision: "number" },
  indexes: { worker: { worker: 1 }, id: { id: 1 } },
});

export const BLOCK_RECORDS: RecordDefinition<KeptBlock, BlockField> = defineRecords({
  name: "sample_blocks",
  key: ({ id }: KeptBlock) => id,
  fields: { id: "text", series: "text", step: "text", startsAt: "time", revision: "number" },
  indexes: { series: { series: 1, step: 1, startsAt: 1 }, age: { step: 1, startsAt: 1 } },
});
