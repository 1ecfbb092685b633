import type { InstanceQuery, OpenInstanceQuery, RunSearch } from "@mojob/core/ports";
import { STATE_CODES } from "./state-code.ts";

/** A question about runs on its way to the database. */
export interface RunQuery {
  readonly tenant: string;
  readonly app: string | undefined;
  readonly jobKey: string | undefined;
  readonly states: readonly number[] | undefined;
  /** Its code. */
  readonly reason: string | undefined;
  /** createdAt, inclusive. */
  readonly fromMs: number | undefined;
  /** createdAt, exclusive. */
  readonly toMs: number | undefined;
  /** The beginning of an id. */
  readonly idPrefix: string | undefined;
  /** Texts that a run has to be read for. */
  readonly texts: RunSearch | undefined;
  readonly unmovedSinceMs: number | undefined;
  readonly withoutParts: boolean;
}

/** A place between runs in the order of lists. */
export interface RunPosition {
  readonly at: number;
  readonly id: string;
}

export function toRunQuery({
  tenant,
  app,
  jobKey,
  states,
  reason,
  from,
  to,
  search,
  id,
  error,
  args,
  worker,
  parts,
}: InstanceQuery): RunQuery {
  return {
    tenant,
    app,
    jobKey,
    states: states?.map((state) => STATE_CODES[state]),
    reason,
    fromMs: from?.getTime(),
    toMs: to?.getTime(),
    idPrefix: search,
    texts: textsOf({
      ...(id !== undefined && { id }),
      ...(error !== undefined && { error }),
      ...(args && { args }),
      ...(worker !== undefined && { worker }),
    }),
    unmovedSinceMs: undefined,
    withoutParts: parts === false,
  };
}

function textsOf(texts: RunSearch): RunSearch | undefined {
  return Object.keys(texts).length === 0 ? undefined : texts;
}

export function toOpenQuery({ tenant, app, jobKey, states, unmovedSince }: OpenInstanceQuery): RunQuery {
  return {
    ...toRunQuery({
      tenant,
      states,
      ...(app !== undefined && { app }),
      ...(jobKey !== undefined && { jobKey }),
    }),
    unmovedSinceMs: unmovedSince.getTime(),
  };
}
