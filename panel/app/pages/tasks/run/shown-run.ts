import { createContext, useContext } from "react";
import type { Instance } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import type { FactJson } from "./task-fact.ts";

/** A line of a run's log, as a file has it. */
export interface FileLine {
  readonly seq: number;
  readonly at: string;
  readonly level: string;
  readonly message: string;
}

/** Where the runs of nodes are read from, where that is not the scheduler. */
export interface RunSource {
  runOf(id: string): Instance | undefined;
  linesOf(id: string): readonly FileLine[];
}

/** The whole log of a run, and how to see the run as it stood after one of its facts. */
export interface Moments {
  readonly facts: readonly FactJson[];
  /** The last fact that is shown; `null` outside a replay. */
  readonly seq: number | null;
  goTo(seq: number): void;
}

/** The state that is shown: the present, a moment of the past, or a file; only the present can be changed. */
export interface Shown {
  readonly isNow: boolean;
  /** The moment that is shown; `null`: now. */
  readonly at: string | null;
  /** `null`: the scheduler. */
  readonly source: RunSource | null;
  /** `null` where no other moment can be shown. */
  readonly moments: Moments | null;
}

export const ShownContext = createContext<Shown>({ isNow: true, at: null, source: null, moments: null });

export function useShown(): Shown {
  return useContext(ShownContext);
}

/** A run of a node; `undefined` while it is not known. */
export function useShownRun(id: string | null): Instance | undefined {
  const { source } = useShown();
  const read = useApi("getInstance", { path: { id: id ?? "" } }, { enabled: id !== null && source === null });
  return source === null ? read.data : source.runOf(id ?? "");
}
