import { canonicalJson, jsonOf, type JsonValue } from "../../base/json.ts";
import type { ActChange } from "../../model/history/act.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { flattenOptions } from "../../model/option/resolve-options.ts";
import { isSecretName } from "../../model/preview/secret-name.ts";
import { scriptTextOf, withScriptText } from "../../model/script-version.ts";

const MOST_CHARACTERS = 500;
const MASK = "***";

type Shown = Readonly<Record<string, JsonValue>>;

/** The differences between two records of a job, by name; `null` is no job. */
export function changesBetween(
  before: JobDefinition | null,
  after: JobDefinition | null,
): readonly ActChange[] {
  return differences(shownOf(before), shownOf(after));
}

/** The differences between two records, by the names of their members. */
export function differences(from: Shown, to: Shown): readonly ActChange[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => textOf(from[name]) !== textOf(to[name]))
    .map((name) => ({
      pointer: `/${name}`,
      before: shortText(name, from[name]),
      after: shortText(name, to[name]),
    }));
}

/** A change of one value. */
export function changeOf(name: string, before: JsonValue, after: JsonValue): ActChange {
  return { pointer: `/${name}`, before: shortText(name, before), after: shortText(name, after) };
}

/** A pause as a history shows it. */
export function pauseJson(pause: JobDefinition["pause"]): JsonValue {
  return pause && { until: pause.until?.toISOString() ?? null, note: pause.note };
}

function shownOf(definition: JobDefinition | null): Shown {
  if (definition === null) return {};
  const { options, args, argsSchema, work, script, latestDraft, pause } = definition;
  const text = scriptTextOf(work);
  // Texts of scripts have versions of their own.
  const shownWork = text === null ? work : withScriptText(work, { ...text, source: "" });
  return {
    ...(flattenOptions(options) as Shown),
    args,
    argsSchema,
    work: jsonOf(shownWork),
    ...(script !== undefined && { script: script.version }),
    ...(latestDraft !== undefined && { draft: latestDraft }),
    pause: pauseJson(pause),
  };
}

function textOf(value: JsonValue | undefined): string {
  return canonicalJson(value ?? null);
}

function shortText(name: string, value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (isSecretName(name)) return JSON.stringify(MASK);
  const text = JSON.stringify(value, (member, inner: unknown) =>
    member !== "" && isSecretName(member) && inner !== null ? MASK : inner,
  );
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}
