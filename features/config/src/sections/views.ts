import { type JobDefinition, Permission } from "@mojob/core";
import { appsWith, invalidInput, issueAt, type SavedView } from "@mojob/core/engine";
import { jsonOf, type JsonObject, type JsonValue } from "@mojob/core/ports";
import { parseViewRequest } from "@mojob/views";
import { changeOf } from "../change.ts";
import { type ConfigContext, readable } from "../config-context.ts";
import { below } from "../config-issues.ts";
import { isObject, ordered } from "../document.ts";
import { type ConfigSection, planOf, SectionShape, type Step } from "../section.ts";
import { pairUp } from "./pair-up.ts";

/** A shared view, beside how the document has it. */
interface Shared {
  readonly view: SavedView;
  readonly item: JsonObject;
}

/** Filters of lists that the team shares; those of one's own are no part of the configuration. */
export const VIEWS: ConfigSection = {
  name: "views",
  feature: "views",
  isOfApps: true,

  async read(context) {
    const shared = await readable(sharedIn(context));
    if (shared === null) return null;
    return { shape: SectionShape.List, items: new Map(shared.map(({ view, item }) => [view.id, item])) };
  },

  async plan(value, context, { pointer, issues, prune, jobs }) {
    if (!Array.isArray(value)) {
      issues.add(issueAt(pointer, "not_list"));
      return null;
    }
    const { scheduler } = context;
    const known = new Map([...((await readable(context.jobs()))?.all ?? []), ...jobs]);
    const edits = appsWith(scheduler.principal, Permission.EditJobs);
    const assertMay = (app: string | null, at: string): void => {
      if (app === null ? !edits.isAll : !edits.has(app)) issues.forbid(at, Permission.EditJobs, app);
    };
    const wanted: JsonObject[] = [];
    for (const [index, one] of (value as readonly JsonValue[]).entries()) {
      const at = below(pointer, index);
      // One after the other, for the order of mistakes.
      // oxlint-disable-next-line no-await-in-loop
      const item = await issues.within(at, () => normal(one));
      if (item === null) continue;
      if (!context.covers(appOf(item, known)))
        issues.add(issueAt(at, "other_app", { app: context.app ?? "" }));
      wanted.push(item);
    }
    const steps: Step[] = [];
    const removals: Step[] = [];
    for (const { there, wanted: asked } of pairUp(await sharedIn(context), wanted, nameOf)) {
      if (asked === null && (there === null || !prune)) continue;
      const change = changeOf(
        VIEWS.name,
        nameOf(asked?.item ?? there?.item ?? {}),
        there?.item ?? null,
        asked?.item ?? null,
      );
      if (change === null) continue;
      const at = asked === null ? pointer : below(pointer, asked.index);
      if (there !== null) assertMay(there.view.app, at);
      if (asked === null) {
        const { id, revision } = (there as Shared).view;
        removals.push({ change, run: () => scheduler.views.remove(id, [revision]) });
        continue;
      }
      assertMay(appOf(asked.item, known), at);
      const request = { ...asked.item, isShared: true };
      steps.push({
        change,
        run: () =>
          there === null
            ? scheduler.views.create(request)
            : scheduler.views.replace(there.view.id, request, [there.view.revision]),
      });
    }
    return planOf(steps, removals);
  },
};

async function sharedIn({ scheduler, app }: ConfigContext): Promise<readonly Shared[]> {
  return (await scheduler.views.list())
    .filter((view) => view.isShared && (app === null || view.app === app))
    .map((view) => ({ view, item: itemOf(view) }))
    .toSorted((a, b) => (JSON.stringify(a.item) < JSON.stringify(b.item) ? -1 : 1));
}

function itemOf({ name, page, filter }: Pick<SavedView, "name" | "page" | "filter">): JsonObject {
  return ordered(jsonOf({ name, page, filter })) as JsonObject;
}

/** @throws MoJobError `invalid_argument` */
function normal(value: JsonValue): JsonObject {
  const doing = "read a view";
  // All of a document are shared: it cannot say that one is not.
  if (isObject(value) && "isShared" in value)
    throw invalidInput(doing, [issueAt("/isShared", "unknown_name")]);
  return itemOf(parseViewRequest(isObject(value) ? { ...value, isShared: true } : value, doing));
}

function appOf({ filter }: JsonObject, jobs: ReadonlyMap<string, JobDefinition>): string | null {
  const { app, jobKey } = filter as Readonly<Record<string, string>>;
  return app ?? (jobKey === undefined ? null : (jobs.get(jobKey)?.app ?? null));
}

function nameOf({ page, name }: JsonObject): string {
  return `${page as string}/${name as string}`;
}
