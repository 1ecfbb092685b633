import type { DagTask } from "./dag.ts";

/** Which tasks of a DAG follow which. */
export class DagGraph {
  readonly #tasks: ReadonlyMap<string, DagTask>;
  readonly #upstream = new Map<string, string[]>();
  readonly #before = new Map<string, ReadonlySet<string>>();
  /** Tasks that are named and are not there. */
  readonly unknown: readonly string[];

  constructor(tasks: readonly DagTask[]) {
    this.#tasks = new Map(tasks.map((task) => [task.id, task]));
    const unknown = new Set<string>();
    for (const { id, downstream } of tasks)
      for (const to of new Set(downstream)) {
        if (!this.#tasks.has(to)) unknown.add(to);
        else this.#upstream.set(to, [...this.upstream(to), id]);
      }
    this.unknown = [...unknown];
  }

  get tasks(): Iterable<DagTask> {
    return this.#tasks.values();
  }

  task(id: string): DagTask | undefined {
    return this.#tasks.get(id);
  }

  upstream(id: string): readonly string[] {
    return this.#upstream.get(id) ?? [];
  }

  isBefore(earlier: string, later: string): boolean {
    const found = this.#before.get(later) ?? this.#allBefore(later);
    this.#before.set(later, found);
    return found.has(earlier);
  }

  #allBefore(id: string): ReadonlySet<string> {
    const found = new Set<string>();
    const queue = [...this.upstream(id)];
    for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
      if (found.has(one)) continue;
      found.add(one);
      queue.push(...this.upstream(one));
    }
    return found;
  }
}
