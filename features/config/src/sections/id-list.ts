import type { Permission } from "@mojob/core";
import { issueAt } from "@mojob/core/engine";
import type { JsonObject, JsonValue } from "@mojob/core/ports";
import { changeOf, type ConfigChange } from "../change.ts";
import { type ConfigContext, type ConfigScheduler, readable, type ReadScheduler } from "../config-context.ts";
import { below } from "../config-issues.ts";
import { type ConfigSection, type Planning, SectionShape } from "../section.ts";
import { merged, orderChange } from "./merged.ts";
import { shortest } from "./shortest.ts";

/** A list of settings that is replaced as a whole, each with an id. */
export interface IdList<Item extends { readonly id: string }> {
  readonly name: string;
  readonly feature: string;
  /** What it takes to replace it, in every app. */
  readonly needs: readonly Permission[];
  /** Whether the order says something. */
  readonly isOrdered: boolean;
  /** The app that an item is about; `null` where it is about others, too. */
  readonly appOf: (item: Item) => string | null;
  /** Reads a list as a request has it. @throws MoJobError `invalid_argument` */
  readonly parse: (items: JsonValue) => readonly Item[];
  readonly read: (
    scheduler: ReadScheduler,
  ) => Promise<{ readonly items: readonly Item[]; readonly revision: number }>;
  readonly replace: (
    scheduler: ConfigScheduler,
    items: readonly Item[],
    revision: number,
  ) => Promise<unknown>;
  /** What is wrong beside the jobs as they will be. @default nothing */
  readonly check?: (
    items: readonly Item[],
    context: ConfigContext<ConfigScheduler>,
    planning: Planning,
  ) => Promise<void>;
}

/** The section of such a list. */
export function idListSection<Item extends { readonly id: string }>(list: IdList<Item>): ConfigSection {
  return {
    name: list.name,
    feature: list.feature,
    isOfApps: true,

    async read(context) {
      const kept = await readable(list.read(context.scheduler));
      if (kept === null) return null;
      const covered = coveredBy(kept.items, list, context);
      const items = list.isOrdered ? covered : covered.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const shown = await context.each(items, (item) => [item.id, shortest(item, list.parse)] as const);
      return { shape: SectionShape.List, items: new Map(shown) };
    },

    async plan(value, context, planning) {
      const { pointer, issues, prune } = planning;
      const wanted = await issues.within(pointer, () => list.parse(value));
      if (wanted === null) return null;
      const { items: all, revision } = await list.read(context.scheduler);
      const there = coveredBy(all, list, context);
      assertOwn({ wanted, there, all }, list, context, planning);
      const ids = new Set(wanted.map(({ id }) => id));
      const gone = prune ? there.filter(({ id }) => !ids.has(id)) : [];
      const result = merged(
        all.filter((item) => !gone.includes(item)),
        wanted,
        list.isOrdered,
      );
      const known = new Map(there.map((item) => [item.id, item]));
      const changed = await context.each(wanted, (item) => changeTo(item, known.get(item.id), list));
      const removed = await context.each(gone, (item) => changeTo(null, item, list));
      const order = list.isOrdered ? orderChange(list.name, all, result) : [];
      const changes = [...changed.flat(), ...order, ...removed.flat()];
      for (const permission of changes.length === 0 ? [] : list.needs)
        if (!context.permits(permission)) issues.forbid(pointer, permission, null);
      await list.check?.(wanted, context, planning);
      return {
        changes,
        removals: [],
        async *apply() {
          if (changes.length === 0) return;
          // In one write, removals too: nothing else refers to them.
          await list.replace(context.scheduler, result, revision);
          yield* changes;
        },
        async *remove() {},
      };
    },
  };
}

/** The items that belong to the document. */
function coveredBy<Item extends { readonly id: string }>(
  items: readonly Item[],
  { appOf }: Pick<IdList<Item>, "appOf">,
  { app }: Pick<ConfigContext, "app">,
): readonly Item[] {
  return app === null ? items : items.filter((item) => appOf(item) === app);
}

/** Refuses items of other apps than the document is about, and their ids. */
function assertOwn<Item extends { readonly id: string }>(
  { wanted, there, all }: Readonly<Record<"wanted" | "there" | "all", readonly Item[]>>,
  { appOf }: Pick<IdList<Item>, "appOf">,
  context: ConfigContext<ConfigScheduler>,
  { pointer, issues }: Planning,
): void {
  const others = new Set(all.filter((item) => !there.includes(item)).map(({ id }) => id));
  for (const [index, item] of wanted.entries()) {
    const at = below(pointer, index);
    if (!context.covers(appOf(item))) issues.add(issueAt(at, "other_app", { app: context.app ?? "" }));
    else if (others.has(item.id)) issues.add(issueAt(`${at}/id`, "given_twice"));
  }
}

/** What becomes of one item; nothing where it stays. */
function changeTo<Item extends { readonly id: string }>(
  to: Item | null,
  from: Item | undefined,
  { name, parse }: Pick<IdList<Item>, "name" | "parse">,
): readonly ConfigChange[] {
  const shown = (item: Item | null | undefined): JsonObject | null =>
    item === null || item === undefined ? null : shortest(item, parse);
  return [changeOf(name, (to ?? from)?.id ?? "", shown(from), shown(to)) ?? []].flat();
}
