const ARGS = "args.";

/** The value of one query parameter: a text, a list where it is given more than once, members for `name.member=`. */
export type QueryValue = string | readonly string[] | Readonly<Record<string, string>>;

/** The query as data. `args.NAME=value` is the member NAME of `args`. */
export function readQuery(url: string): Readonly<Record<string, QueryValue>> {
  const values = new Map<string, string[]>();
  const args: [name: string, value: string][] = [];
  for (const [name, value] of new URL(url).searchParams) {
    if (name.startsWith(ARGS)) {
      args.push([name.slice(ARGS.length), value]);
      continue;
    }
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  const single = (list: readonly string[]): string | readonly string[] =>
    list.length === 1 ? (list[0] ?? "") : list;
  const parameters = [...values].map(([name, list]) => [name, single(list)] as const);
  return {
    ...Object.fromEntries<QueryValue>(parameters),
    ...(args.length > 0 && { args: Object.fromEntries(args) }),
  };
}
