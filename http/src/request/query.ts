/** The query as data: a parameter given once is text, one given more often a list. */
export function readQuery(url: string): Readonly<Record<string, string | readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URL(url).searchParams) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  const single = (list: readonly string[]): string | readonly string[] =>
    list.length === 1 ? (list[0] ?? "") : list;
  return Object.fromEntries([...values].map(([name, list]) => [name, single(list)]));
}
