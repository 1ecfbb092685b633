import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import type { RunRouting } from "../run-routing.ts";

/** The stored parts of a run by their names; `null` for one that is not recorded, or no longer kept. */
export type StoredParts = ReadonlyMap<string, JobInstance | null>;

/** The fields of a new record that its writer supplies. */
export interface NewPartFields {
  /** The id, as `partId` makes it. */
  readonly id: string;
  readonly at: Date;
  readonly dispatchId: string;
}

/** A part that is to be recorded. */
export interface NewPart {
  readonly name: string;
  /** Where it is delivered. */
  readonly routing: RunRouting | null;
  readonly record: (fields: NewPartFields) => JobInstance;
}

/** How a run goes on: parts that are not recorded yet, or a change of its own record, its end among them; `null` where its record says all. */
export type CompositeStep =
  | { readonly begin: readonly NewPart[] }
  | { readonly change: InstanceChange }
  | null;

/**
 * A kind of run that is made of other runs, its parts, which run in its place. What it decides it decides from records, and
 * each write holds for the record that it was made from: whatever process dies, and however many do this at once, another call
 * goes on with it. Stores know of it that a run is a part of another one (`JobInstance.part`) and nothing more.
 */
export interface Composite {
  /** Whether the run is one of this kind whose parts run. */
  isUnderWay(run: JobInstance): boolean;
  /** The names of the parts that its record knows of. */
  partsOf(run: JobInstance): readonly string[];
  advance(run: JobInstance, parts: StoredParts, at: Date): CompositeStep;
}

/** Moves runs of parts on whose state is not in their record alone. */
export interface CompositeDriver {
  /** Brings those among these runs that are of its kind to where their parts are. */
  settle(runs: readonly JobInstance[]): Promise<void>;
}
