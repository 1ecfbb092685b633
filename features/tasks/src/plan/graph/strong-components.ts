/**
 * The groups of nodes that can be reached from each other, those with a way back alone: of one node only where it leads to
 * itself. Members stand in the order of `nodes`. Tarjan's algorithm without recursion.
 */
export function strongComponents(
  nodes: readonly number[],
  next: (node: number) => readonly number[],
): readonly (readonly number[])[] {
  const search = new ComponentSearch(next);
  for (const node of nodes) search.visit(node);
  return search.components.map((members) => {
    const set = new Set(members);
    return members.length === 1 ? members : nodes.filter((node) => set.has(node));
  });
}

interface Visit {
  readonly node: number;
  readonly next: readonly number[];
  place: number;
}

class ComponentSearch {
  readonly components: number[][] = [];
  readonly #next: (node: number) => readonly number[];
  readonly #found = new Map<number, number>();
  /** The earliest node on the stack that a node leads to. */
  readonly #lowest = new Map<number, number>();
  readonly #stack: number[] = [];
  readonly #stacked = new Set<number>();

  constructor(next: (node: number) => readonly number[]) {
    this.#next = next;
  }

  visit(root: number): void {
    if (this.#found.has(root)) return;
    const visits: Visit[] = [this.#enter(root)];
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const to = visit.next[visit.place];
      visit.place += 1;
      if (to === undefined) {
        visits.pop();
        this.#leave(visit, visits.at(-1));
      } else if (!this.#found.has(to)) visits.push(this.#enter(to));
      else if (this.#stacked.has(to)) this.#lower(visit.node, this.#found.get(to) as number);
    }
  }

  #enter(node: number): Visit {
    const place = this.#found.size;
    this.#found.set(node, place);
    this.#lowest.set(node, place);
    this.#stack.push(node);
    this.#stacked.add(node);
    return { node, next: this.#next(node), place: 0 };
  }

  #lower(node: number, place: number): void {
    this.#lowest.set(node, Math.min(this.#lowest.get(node) as number, place));
  }

  #leave({ node, next }: Visit, before: Visit | undefined): void {
    const lowest = this.#lowest.get(node) as number;
    if (before !== undefined) this.#lower(before.node, lowest);
    if (lowest !== this.#found.get(node)) return;
    const members = this.#stack.splice(this.#stack.indexOf(node));
    for (const member of members) this.#stacked.delete(member);
    if (members.length > 1 || next.includes(node)) this.components.push(members);
  }
}
