import type * as v from "valibot";

type Schema = v.GenericSchema & {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  readonly pipe?: readonly Schema[];
  readonly getter?: (input: unknown) => Schema;
};

/** Work is described where jobs are. */
const OF_JOBS: ReadonlySet<string> = new Set(["work", "ready", "end"]);
/** Has every member that it is asked for. */
const EVERYTHING: object = new Proxy(
  {},
  { getOwnPropertyDescriptor: () => ({ value: 1, configurable: true, enumerable: true, writable: true }) },
);
/** What a schema that depends on its input may be given. */
const INPUTS: readonly unknown[] = [
  "text",
  {},
  EVERYTHING,
  { ms: 1 },
  { until: 1 },
  { signal: 1 },
  { check: 1 },
];

/** The members of what a schema describes, each by the way to it: `nodes.each.maxParallel`. Lists and choices add nothing to a way. */
export function membersOf(schema: unknown): readonly string[] {
  const found = new Set<string>();
  const walk = (one: Schema, way: readonly string[], around: ReadonlySet<Schema>): void => {
    if (around.has(one)) return;
    const within = new Set([...around, one]);
    for (const [name, entry] of Object.entries(one.entries ?? {})) {
      found.add([...way, name].join("."));
      if (!OF_JOBS.has(name)) walk(entry, name === "nodes" ? ["nodes"] : [...way, name], within);
    }
    const inner = [one.item, one.wrapped, ...(one.options ?? []), ...(one.pipe ?? [])];
    const chosen = one.getter === undefined ? [] : INPUTS.map((input) => one.getter?.(input));
    for (const next of new Set([...inner, ...chosen]))
      if (typeof next === "object" && next !== one) walk(next, way, within);
  };
  walk(schema as Schema, [], new Set());
  return [...found].toSorted();
}
