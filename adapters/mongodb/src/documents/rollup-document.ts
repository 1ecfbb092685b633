import {
  decodeFigures,
  encodeFigures,
  fromTaggedJson,
  numbersOf,
  type Rollup,
  type RollupFigures,
  type RollupNumbers,
  toTaggedJson,
} from "@mojob/core/ports";
import { documentId } from "./instance-document.ts";

/** Where the sums of a tenant have got to; `_id` is the tenant. */
export interface RollupStateDocument {
  readonly _id: string;
  /** Grows with every write; each write wants the one it read. */
  readonly version: number;
  /** `RollupState`, as tagged JSON. */
  readonly state: string;
  /** The batch that was accepted last, as tagged JSON of `OpenBatch`: there until it is in the sums. */
  readonly batch?: string | null;
}

/** Sums to be added, each to its document. */
export interface OpenBatch {
  /** The version of the state that accepted it. */
  readonly number: number;
  readonly rows: readonly OpenRow[];
}

export interface OpenRow {
  readonly row: Rollup;
  readonly generation: number;
}

/** As tagged JSON; figures are texts in it. */
export function toStoredBatch({ number, rows }: OpenBatch): string {
  return toTaggedJson({
    number,
    rows: rows.map(({ row, generation }) => ({
      row: { ...row, figures: encodeFigures(row.figures) },
      generation,
    })),
  });
}

export function toOpenBatch(text: string): OpenBatch {
  const { number, rows } = fromTaggedJson(text) as StoredBatch;
  return {
    number,
    rows: rows.map(({ row, generation }) => ({
      // An earlier version stored an object.
      row: {
        ...row,
        figures: decodeFigures(typeof row.figures === "string" ? row.figures : JSON.stringify(row.figures)),
      },
      generation,
    })),
  };
}

interface StoredBatch {
  readonly number: number;
  readonly rows: readonly {
    readonly row: Omit<Rollup, "figures"> & { readonly figures: string | object };
    readonly generation: number;
  }[];
}

/** A sum; `_id` is `<tenant>/` and the rest of what it is of. */
export interface RollupRowDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly generation: number;
  readonly grain: Rollup["grain"];
  readonly kind: Rollup["kind"];
  readonly at: Date;
  readonly app: string;
  readonly id: string;
  /** The number of the batch that was added last: adding it again changes nothing. */
  readonly batch: number;
  /** `RollupFigures` as JSON: names of codes may be no names of fields. */
  readonly figures: string;
  /** @default the version that wrote it had none */
  readonly numbers?: RollupNumbers;
}

export function rowId({ tenant, grain, kind, at, app, id }: Rollup, generation: number): string {
  return documentId(tenant, `${generation}/${grain}/${kind}/${at.getTime()}/${app}/${id}`);
}

export function toRowDocument(row: Rollup, generation: number, batch: number): RollupRowDocument {
  const { figures, ...key } = row;
  return { _id: rowId(row, generation), ...key, generation, batch, ...toFiguresFields(figures) };
}

export function toFiguresFields(figures: RollupFigures): Pick<RollupRowDocument, "figures" | "numbers"> {
  return { figures: encodeFigures(figures), numbers: numbersOf(figures) };
}

export function toRollup({ tenant, grain, kind, at, app, id, figures }: RollupRowDocument): Rollup {
  return { tenant, grain, kind, at, app, id, figures: decodeFigures(figures) };
}
