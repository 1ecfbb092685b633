import type { JobDefinition } from "@mojob/core";
import type { ChangedTogether } from "@mojob/core/engine";
import type { JsonObject, JsonValue } from "@mojob/core/ports";
import type { ConfigChange } from "./change.ts";
import type { ConfigContext, ConfigScheduler } from "./config-context.ts";
import type { ConfigIssues } from "./config-issues.ts";

/** A part of the document: one row of `SECTIONS`, one file beside the others. */
export interface ConfigSection {
  /** Its name in the document. */
  readonly name: string;
  /** The feature whose it is. @default every scheduler has it */
  readonly feature?: string;
  /** Whether it is there in a document about one app. */
  readonly isOfApps: boolean;
  /** Whether others are other changes once it is applied. @default false */
  readonly isFirst?: boolean;
  /** What there is of it; `null` where the caller may not read it. */
  read(context: ConfigContext): Promise<SectionItems | null>;
  /** What it takes to bring the scheduler to what a document says; nothing is written. */
  plan(
    value: JsonValue,
    context: ConfigContext<ConfigScheduler>,
    planning: Planning,
  ): Promise<SectionPlan | null>;
}

/** How a section stands in the document. */
export const SectionShape = {
  /** Members: `tenant: { … }`. */
  One: "one",
  /** Items by their names: `jobs: { close: { … } }`. */
  Named: "named",
  /** Items one after the other: `silences: [ … ]`. */
  List: "list",
} as const;
export type SectionShape = (typeof SectionShape)[keyof typeof SectionShape];

export interface SectionItems {
  readonly shape: SectionShape;
  /** By id, in the order of the document. Without items it is left out. */
  readonly items: ReadonlyMap<string, JsonObject>;
  /** How many the caller sees and may not read as a whole. @default 0 */
  readonly hidden?: number;
}

/** What sections know of each other while a document is compared. */
export interface Planning {
  /** JSON pointer to the section. */
  readonly pointer: string;
  /** Whether what the document does not have is removed. */
  readonly prune: boolean;
  readonly issues: ConfigIssues;
  /** Jobs as they will be, by their keys, of the sections before this one. */
  readonly jobs: Map<string, JobDefinition>;
  /** The keys of calendars that will be there besides. */
  readonly calendars: Set<string>;
  /** The jobs that will not be there. */
  readonly removed: Set<string>;
}

/** What is to be done, in the order in which it can be done. */
export interface SectionPlan {
  /** Those that `apply` makes, in its order. */
  readonly changes: readonly ConfigChange[];
  /** Those that `remove` makes. */
  readonly removals: readonly ConfigChange[];
  /** Creates and changes; each change is yielded once it is done. */
  apply(note: string): AsyncGenerator<ConfigChange, void>;
  /** Removes, once all sections have applied what is left. */
  remove(note: string): AsyncGenerator<ConfigChange, void>;
}

/** One change, with how it is made. */
export interface Step {
  readonly change: ConfigChange;
  readonly run: (note: string) => Promise<unknown>;
}

/** A plan of steps that are made one after the other. */
export function planOf(steps: readonly Step[], removals: readonly Step[] = []): SectionPlan {
  return {
    changes: steps.map(({ change }) => change),
    removals: removals.map(({ change }) => change),
    apply: (note) => run(steps, note),
    remove: (note) => run(removals, note),
  };
}

async function* run(steps: readonly Step[], note: string): AsyncGenerator<ConfigChange, void> {
  for (const step of steps) {
    // A later one may refer to it.
    // oxlint-disable-next-line no-await-in-loop
    await step.run(note);
    yield step.change;
  }
}

/** What will have been changed before a job is. */
export function togetherWith(
  { defaults }: Pick<ConfigContext, "defaults">,
  { jobs, calendars }: Pick<Planning, "jobs" | "calendars">,
): ChangedTogether {
  return { jobs, defaults, calendars };
}
