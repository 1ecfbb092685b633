import type { Rollup, RollupKey, RollupQuery, RollupStretch } from "@mojob/core/ports";

/** The roll-ups of one generation: by grain and kind, then by time, then by app and id. */
export class RollupRows {
  readonly #byKind = new Map<string, Map<number, Map<string, Rollup>>>();

  get(key: RollupKey): Rollup | undefined {
    return this.#byKind.get(kindOf(key))?.get(key.at.getTime())?.get(nameOf(key));
  }

  set(row: Rollup): void {
    const times = this.#byKind.get(kindOf(row)) ?? new Map<number, Map<string, Rollup>>();
    this.#byKind.set(kindOf(row), times);
    const rows = times.get(row.at.getTime()) ?? new Map<string, Rollup>();
    times.set(row.at.getTime(), rows.set(nameOf(row), row));
  }

  delete(row: Rollup): void {
    const times = this.#byKind.get(kindOf(row));
    const rows = times?.get(row.at.getTime());
    rows?.delete(nameOf(row));
    if (rows?.size === 0) times?.delete(row.at.getTime());
  }

  *all(): Iterable<Rollup> {
    for (const times of this.#byKind.values()) for (const rows of times.values()) yield* rows.values();
  }

  /** Those of a query in a stretch of time, in the order of lists. */
  find(query: RollupQuery, stretch: RollupStretch): readonly Rollup[] {
    const { from, before, after, apps, ids, limit } = query;
    const found: Rollup[] = [];
    const times = [...(this.#byKind.get(kindOf(query)) ?? [])]
      .filter(([atMs]) => isWithin(new Date(atMs), { from, before }) && isWithin(new Date(atMs), stretch))
      .sort(([a], [b]) => a - b);
    for (const [, rows] of times) {
      if (found.length >= limit) break;
      const wanted = [...rows.values()].filter(
        (row) =>
          (apps === undefined || apps.includes(row.app)) &&
          (ids === undefined || ids.includes(row.id)) &&
          (after === undefined || isBehind(row, after)),
      );
      found.push(...wanted.sort((one, other) => (isBehind(one, other) ? 1 : -1)));
    }
    return found;
  }
}

export function isWithin(at: Date, { from, before }: Pick<RollupStretch, "from" | "before">): boolean {
  return (from === undefined || at >= from) && (before === undefined || at < before);
}

type Place = Pick<RollupKey, "at" | "app" | "id">;

function isBehind(one: Place, other: Place): boolean {
  const apartMs = one.at.getTime() - other.at.getTime();
  if (apartMs !== 0) return apartMs > 0;
  return one.app === other.app ? one.id > other.id : one.app > other.app;
}

function kindOf({ grain, kind }: Pick<RollupKey, "grain" | "kind">): string {
  return `${grain}/${kind}`;
}

function nameOf({ app, id }: Pick<RollupKey, "app" | "id">): string {
  return `${app}\n${id}`;
}
