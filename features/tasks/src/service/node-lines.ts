import type { JobInstance } from "@mojob/core";
import {
  type LinesPlace,
  type NodeLine,
  type NodeLines,
  type NodeLinesQuery,
  runName,
} from "@mojob/core/feature";
import { type IMoLogStore, partIds, type TaskFact } from "@mojob/core/ports";

/** Runs of which lines are looked for: those that began last. */
const MOST_RUNS = 10_000;
/** Logs that are read at once. */
const AT_ONCE = 25;
/** Lines of one log that are read at once. */
const PAGE = 500;

export interface NodeLinesOptions {
  readonly logs: Pick<IMoLogStore, "list">;
}

/** A run of a node, as the task's log has it. */
export interface BegunRun {
  readonly node: string;
  readonly name: string;
  readonly at: Date;
  /** When its node was decided after that; `null` where it is not. */
  readonly endedAt: Date | null;
}

/** The runs of nodes in the order in which they began. */
export function begunRuns(facts: readonly TaskFact[], node: string | undefined): readonly BegunRun[] {
  const runs: { node: string; name: string; at: Date; endedAt: Date | null }[] = [];
  const open = new Map<string, (typeof runs)[number][]>();
  for (const fact of facts) {
    if (!("node" in fact) || (node !== undefined && fact.node !== node)) continue;
    const { node: of, visit, at } = fact;
    const begun =
      fact.type === "started" && fact.n !== null
        ? [runName({ node: of, visit, item: null, n: fact.n })]
        : fact.type === "itemsStarted"
          ? fact.items.map(({ item, n }) => runName({ node: of, visit, item, n }))
          : [];
    const ofNode = open.get(of) ?? [];
    if (fact.type === "decided") for (const run of ofNode) run.endedAt = at;
    const more = begun.map((name) => ({ node: of, name, at, endedAt: null }));
    runs.push(...more);
    ofNode.push(...more);
    open.set(of, fact.type === "decided" ? [] : ofNode);
  }
  return runs;
}

/** The lines of all of a task's runs of nodes, by time. Logs are read no further than that asks for. */
export async function readNodeLines(
  { id, tenant }: Pick<JobInstance, "id" | "tenant">,
  facts: readonly TaskFact[],
  { node, after, limit }: NodeLinesQuery,
  { logs }: NodeLinesOptions,
): Promise<NodeLines> {
  const begun = begunRuns(facts, node).slice(-MOST_RUNS);
  // What had ended before is read already. The lines of a run come some time after it at most.
  const runs = begun.filter(
    ({ endedAt }) =>
      after === undefined || endedAt === null || endedAt.getTime() + LATE_MS >= after.at.getTime(),
  );
  const ids = await partIds(
    id,
    runs.map(({ name }) => name),
  );
  const sources = runs.map(
    (run, place) => new LineSource(logs, { tenant, id: ids[place] ?? "", run }, after),
  );
  const merged = new MergedLines(sources);
  const items: NodeLine[] = [];
  let skip = after?.skip ?? 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each line is the first of all that are left
    const line = await merged.next();
    if (line === null) return { items, next: null };
    if (after !== undefined && line.at.getTime() === after.at.getTime() && skip > 0) {
      skip -= 1;
      continue;
    }
    if (items.length === limit) return { items, next: placeAfter(items, after) };
    items.push(line);
  }
}

/** A log is stored in parts, some of which may come after its run's end. */
const LATE_MS = 60_000;

function placeAfter(items: readonly NodeLine[], after: LinesPlace | undefined): LinesPlace | null {
  const at = items.at(-1)?.at;
  if (at === undefined) return null;
  const same = items.filter((line) => line.at.getTime() === at.getTime()).length;
  const before = after?.at.getTime() === at.getTime() ? after.skip : 0;
  return { at, skip: same + before };
}

/** The lines of one run, in their order, read page by page. */
class LineSource {
  readonly at: Date;
  readonly #logs: Pick<IMoLogStore, "list">;
  readonly #of: { readonly tenant: string; readonly id: string; readonly run: BegunRun };
  readonly #after: LinesPlace | undefined;
  #lines: NodeLine[] = [];
  #seq = 0;
  #isRead = false;

  constructor(
    logs: Pick<IMoLogStore, "list">,
    of: { readonly tenant: string; readonly id: string; readonly run: BegunRun },
    after: LinesPlace | undefined,
  ) {
    this.#logs = logs;
    this.#of = of;
    this.#after = after;
    this.at = of.run.at;
  }

  /** Its first line that was not taken; `null` where there is none. */
  get first(): NodeLine | null {
    return this.#lines[0] ?? null;
  }

  take(): void {
    this.#lines.shift();
  }

  /** Reads on until there is a line, or none more. */
  async fill(): Promise<void> {
    const { tenant, id, run } = this.#of;
    while (this.#lines.length === 0 && !this.#isRead) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins behind the one before
      const page = await this.#logs.list(tenant, id, this.#seq, PAGE);
      this.#isRead = page.length < PAGE;
      this.#seq = page.at(-1)?.seq ?? this.#seq;
      this.#lines = page
        .filter(({ at }) => this.#after === undefined || at >= this.#after.at)
        .map(({ seq, at, attempt, level, message }) => ({
          seq,
          at,
          attempt,
          level,
          message,
          node: run.node,
          run: run.name,
          runId: id,
        }));
    }
  }
}

/** The lines of many runs, the earliest first: a run is read once the others have come to its begin. */
class MergedLines {
  readonly #waiting: LineSource[];
  #open: LineSource[] = [];

  constructor(sources: readonly LineSource[]) {
    this.#waiting = sources.toReversed();
  }

  async next(): Promise<NodeLine | null> {
    let first = this.#earliest();
    while (this.#mayComeBefore(first)) {
      // oxlint-disable-next-line no-await-in-loop -- how many are read follows from what was
      await this.#openMore();
      first = this.#earliest();
    }
    if (first === null) return null;
    const line = first.first;
    first.take();
    if (first.first === null) await first.fill();
    if (first.first === null) this.#open = this.#open.filter((one) => one !== first);
    return line;
  }

  /** Whether a run that is not read yet began before the earliest line. */
  #mayComeBefore(earliest: LineSource | null): boolean {
    const waiting = this.#waiting.at(-1);
    if (waiting === undefined) return false;
    return !earliest?.first || waiting.at <= earliest.first.at;
  }

  async #openMore(): Promise<void> {
    const more = this.#waiting.splice(-AT_ONCE).toReversed();
    await Promise.all(more.map((source) => source.fill()));
    this.#open.push(...more.filter(({ first }) => first !== null));
  }

  #earliest(): LineSource | null {
    let earliest: LineSource | null = null;
    for (const source of this.#open)
      if (!earliest?.first || (source.first !== null && source.first.at < earliest.first.at))
        earliest = source;
    return earliest;
  }
}
