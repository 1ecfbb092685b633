import { parseSilence } from "@mojob/alarms";
import { Permission } from "@mojob/core";
import { appsWith, invalidInput, issueAt, type Silence } from "@mojob/core/engine";
import { instant, parseInput } from "@mojob/core/feature";
import { jsonOf, type JsonObject, type JsonValue } from "@mojob/core/ports";
import * as v from "valibot";
import { changeOf } from "../change.ts";
import { type ConfigContext, readable } from "../config-context.ts";
import { below } from "../config-issues.ts";
import { isObject, ordered } from "../document.ts";
import { type ConfigSection, planOf, SectionShape, type Step } from "../section.ts";
import { onlyApp } from "./only-app.ts";
import { pairUp } from "./pair-up.ts";

/** A silence that stands, beside how the document has it. */
interface Standing {
  readonly silence: Silence;
  readonly item: JsonObject;
}

/** Maintenance windows that come again until somebody ends them. A silence that ends by itself is none of the configuration. */
export const SILENCES: ConfigSection = {
  name: "silences",
  feature: "alarms",
  isOfApps: true,

  async read(context) {
    const standing = await readable(standingIn(context));
    if (standing === null) return null;
    return {
      shape: SectionShape.List,
      items: new Map(standing.map(({ silence, item }) => [silence.id, item])),
    };
  },

  async plan(value, context, { pointer, issues, prune }) {
    if (!Array.isArray(value)) {
      issues.add(issueAt(pointer, "not_list"));
      return null;
    }
    const { scheduler } = context;
    const standing = await standingIn(context);
    const wanted: JsonObject[] = [];
    for (const [index, one] of (value as readonly JsonValue[]).entries()) {
      const at = below(pointer, index);
      // One after the other, for the order of mistakes.
      // oxlint-disable-next-line no-await-in-loop
      const item = await issues.within(at, () => normal(one, context.clock.now()));
      if (item === null) continue;
      if (!context.covers(onlyApp({ apps: appsOf(item) })))
        issues.add(issueAt(at, "other_app", { app: context.app ?? "" }));
      wanted.push(item);
    }
    const handles = appsWith(scheduler.principal, Permission.HandleAlarms);
    const steps: Step[] = [];
    const removals: Step[] = [];
    for (const { there, wanted: asked } of pairUp(standing, wanted, textOf)) {
      // Two that are the same are one: which of them is meant has no name.
      if (there !== null && asked !== null) continue;
      if (asked === null && !prune) continue;
      const item = asked?.item ?? there?.item ?? {};
      const apps = appsOf(item);
      if (!handles.isAll && (apps === null || !apps.every((app) => handles.has(app))))
        issues.forbid(
          asked === null ? pointer : below(pointer, asked.index),
          Permission.HandleAlarms,
          apps?.[0] ?? null,
        );
      const change = changeOf(
        SILENCES.name,
        item["reason"] as string,
        there?.item ?? null,
        asked?.item ?? null,
      );
      if (change === null) continue;
      if (there === null) steps.push({ change, run: () => scheduler.alarms.silence(requestOf(item)) });
      else removals.push({ change, run: () => scheduler.alarms.endSilence(there.silence.id) });
    }
    return planOf(steps, removals);
  },
};

async function standingIn({ scheduler, app, clock }: ConfigContext): Promise<readonly Standing[]> {
  const now = clock.now().toISOString();
  return (await scheduler.alarms.silences())
    .filter(({ window, until }) => window !== null && (until === null || until > now))
    .filter((silence) => app === null || onlyApp(silence) === app)
    .map((silence) => ({ silence, item: itemOf(silence) }))
    .toSorted((a, b) => (textOf(a.item) < textOf(b.item) ? -1 : 1));
}

const OF_ITS_MAKING: ReadonlySet<string> = new Set(["id", "from", "by"]);

/** Since when it stands is no part of what it is. */
function itemOf(silence: Silence | SilenceValues): JsonObject {
  const stated = Object.entries(jsonOf(silence) as JsonObject).filter(
    ([name, value]) => value !== null && !OF_ITS_MAKING.has(name),
  );
  return ordered(Object.fromEntries(stated)) as JsonObject;
}

type SilenceValues = Omit<Silence, "until" | "from"> & {
  readonly until: string | null;
  readonly from?: string;
};

const TIMES = v.looseObject({ until: v.optional(v.nullable(instant)) });

/** A silence of a document, checked, as it will be shown. @throws MoJobError `invalid_argument`, `invalid_cron` */
function normal(value: JsonValue, now: Date): JsonObject {
  const doing = "read a silence";
  const { window, until, ...request } = parseSilence(requestOf(value), now, doing);
  // Only what comes again stands: others are made where they are needed.
  if (window === null) throw invalidInput(doing, [issueAt("/window", "required")]);
  const item = { ...request, window, until: until?.toISOString() ?? null, id: "", by: null, from: "" };
  return itemOf(item);
}

/** A silence with instants for its texts. */
function requestOf(value: JsonValue): unknown {
  return isObject(value) ? { ...value, ...parseInput(TIMES, value, "read a silence") } : value;
}

function appsOf(item: JsonObject): readonly string[] | null {
  return (item["apps"] as readonly string[] | undefined) ?? null;
}

function textOf(item: JsonObject): string {
  return JSON.stringify(item);
}
