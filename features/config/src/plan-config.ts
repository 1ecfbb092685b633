import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type InputIssue, invalidInput, issueAt } from "@mojob/core/engine";
import type { Clock, JsonObject, JsonValue } from "@mojob/core/ports";
import type { ConfigChange } from "./change.ts";
import { ConfigContext, type ConfigScheduler } from "./config-context.ts";
import { below, type ConfigIssue, ConfigIssues } from "./config-issues.ts";
import { API_VERSION, isObject } from "./document.ts";
import type { Planning, SectionPlan } from "./section.ts";
import { SECTIONS } from "./sections.ts";
import { offsetOf, placeAt, type PlaceNode } from "./yaml/places.ts";
import { readYaml } from "./yaml/read-yaml.ts";
import { YamlMistake } from "./yaml/yaml-mistake.ts";

/** A text has at most so many UTF-16 code units. */
const LONGEST_TEXT = 1024 * 1024;
const MOST_ISSUES = 100;

export interface PlanOptions {
  /** Removes what the sections of the document do not have, within its app. */
  readonly prune: boolean;
  readonly clock: Clock;
}

/** What it takes to bring a scheduler to what a document says. */
export interface ConfigPlan {
  /** The app that the document is about; `null` is everything. */
  readonly app: string | null;
  /** In the order in which they are made. */
  readonly changes: readonly ConfigChange[];
  readonly sections: readonly SectionPlan[];
  /** Whether the first of them has changes by which others are other ones. */
  readonly isSplit: boolean;
}

/**
 * Reads a document, checks all of it, and finds what differs; nothing is written.
 * @throws MoJobError `invalid_argument`, or `forbidden` where the caller may not do some of it: each of `issues` is a `ConfigIssue`
 */
export async function planConfig(
  scheduler: ConfigScheduler,
  text: string,
  { prune, clock }: PlanOptions,
): Promise<ConfigPlan> {
  const reading = new ConfigContext(scheduler, clock, null);
  const { value, places } = await readDocument(text, reading);
  const issues = new ConfigIssues();
  const document = headOf(value, scheduler, issues);
  assertWithout(issues, text, places);
  const context = new ConfigContext(scheduler, clock, appOf(document) ?? scheduler.scope);
  const planning: Omit<Planning, "pointer"> = {
    prune,
    issues,
    jobs: new Map(),
    calendars: new Set(),
    removed: new Set(),
  };
  const sections: SectionPlan[] = [];
  let isSplit = false;
  for (const section of SECTIONS) {
    const stated = document[section.name];
    if (stated === undefined) continue;
    const pointer = below("", section.name);
    // A later section refers to what an earlier one brings.
    // oxlint-disable-next-line no-await-in-loop
    const plan = await issues.within(pointer, () =>
      section.plan(stated ?? emptyOf(section.name), context, { ...planning, pointer }),
    );
    if (plan === null) continue;
    sections.push(plan);
    if (section.isFirst === true && plan.changes.length > 0) isSplit = true;
  }
  assertWithout(issues, text, places);
  const removals = sections.toReversed().flatMap((section) => section.removals);
  return {
    app: context.app,
    changes: [...sections.flatMap(({ changes }) => changes), ...removals],
    sections,
    isSplit,
  };
}

/** A section that is written without anything below it. */
function emptyOf(name: string): JsonValue {
  return ["tenant", "calendars", "jobs", "overrides"].includes(name) ? {} : [];
}

async function readDocument(
  text: string,
  { turns }: Pick<ConfigContext, "turns">,
): Promise<{ readonly value: JsonValue; readonly places: PlaceNode }> {
  try {
    if (text.length > LONGEST_TEXT) throw new YamlMistake(issueAt("", "too_long", { max: LONGEST_TEXT }), 0);
    return await turns.run(readYaml(text));
  } catch (error) {
    if (!(error instanceof YamlMistake)) throw error;
    throw refused([{ ...error.issue, ...placeAt(text, error.offset) }], false);
  }
}

/** The document, whose version and sections this program knows. */
function headOf(
  value: JsonValue,
  { features }: Pick<ConfigScheduler, "features">,
  issues: ConfigIssues,
): JsonObject {
  if (!isObject(value)) {
    issues.add(issueAt("", "not_object"));
    return {};
  }
  const { apiVersion, app, ...sections } = value;
  if (apiVersion === undefined) issues.add(issueAt("/apiVersion", "required"));
  else if (apiVersion !== API_VERSION)
    issues.add(issueAt("/apiVersion", "not_one_of", { values: [API_VERSION] }));
  if (app !== undefined && (typeof app !== "string" || app === "")) issues.add(issueAt("/app", "not_text"));
  for (const name of Object.keys(sections)) {
    const section = SECTIONS.find((one) => one.name === name);
    const pointer = below("", name);
    if (section === undefined)
      issues.add(issueAt(pointer, "not_one_of", { values: SECTIONS.map((one) => one.name) }));
    else if (section.feature !== undefined && !features.includes(section.feature))
      issues.add(issueAt(pointer, "feature_not_there", { feature: section.feature }));
    else if (app !== undefined && !section.isOfApps)
      issues.add(issueAt(pointer, "excludes", { other: "app" }));
  }
  return value;
}

function appOf({ app }: JsonObject): string | null {
  return typeof app === "string" ? app : null;
}

function assertWithout({ all, isForbidden }: ConfigIssues, text: string, places: PlaceNode): void {
  if (all.length === 0) return;
  const placed = all
    .slice(0, MOST_ISSUES)
    .map((issue) => ({ ...issue, ...placeAt(text, offsetOf(places, issue.pointer)) }));
  throw refused(
    placed.toSorted((a, b) => a.line - b.line || a.column - b.column),
    isForbidden,
  );
}

function refused(issues: readonly ConfigIssue[], isForbidden: boolean): MoJobError {
  const shown = issues.map((issue): InputIssue => ({ ...issue, message: issue.message }));
  const error = invalidInput("read the configuration", shown);
  if (!isForbidden) return error;
  return new MoJobError(MoJobErrorCode.Forbidden, error.message, { issues: shown });
}
