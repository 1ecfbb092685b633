/** A fact of a task's log, as far as times are read from it; times may be texts, as the API has them. */
export interface TimedFact {
  readonly type: string;
  readonly at: Date | string;
  readonly node?: string;
}

/** A stretch in which a node waited, or was executed. */
export interface NodeSpan {
  readonly kind: "waits" | "runs";
  readonly fromMs: number;
  /** `null` while it goes on. */
  readonly untilMs: number | null;
}

/** When a node was under way, in milliseconds since 1970. */
export interface NodeTimes {
  /** Every stretch, the oldest first: waits for a place, executions, waits before the next one. */
  readonly spans: readonly NodeSpan[];
  /** Of its latest execution, attempts included: when it began; `null` where it did not. */
  readonly startedMs: number | null;
  /** When that was decided; `null` while it is not. */
  readonly endedMs: number | null;
}

interface Draft {
  readonly spans: { kind: NodeSpan["kind"]; fromMs: number; untilMs: number | null }[];
  startedMs: number | null;
  endedMs: number | null;
}

/** What a node does from such a fact on. */
const SPAN_OF: Readonly<Record<string, NodeSpan["kind"]>> = {
  ready: "waits",
  retried: "waits",
  waits: "waits",
  started: "runs",
  batchStarted: "runs",
};
/** From these on a node has begun; one that is ready only waits for its place. */
const BEGINS: ReadonlySet<string> = new Set(["started", "batchStarted", "waits"]);
/** Nothing of what ran before goes on. */
const CLOSES_ALL: ReadonlySet<string> = new Set(["restarted", "ended"]);

/**
 * When each node of a task was under way, by its id, as the log says it.
 * @example
 * ```ts
 * const { startedMs, endedMs } = nodeTimes(log).get("load") ?? {};
 * ```
 */
export function nodeTimes(facts: readonly TimedFact[]): ReadonlyMap<string, NodeTimes> {
  const times = new Map<string, Draft>();
  for (const { type, at, node } of facts) {
    const ms = new Date(at).getTime();
    if (CLOSES_ALL.has(type)) for (const draft of times.values()) close(draft, ms);
    if (node === undefined) continue;
    const draft = times.get(node) ?? { spans: [], startedMs: null, endedMs: null };
    times.set(node, draft);
    note(draft, type, ms);
  }
  return times;
}

function note(draft: Draft, type: string, ms: number): void {
  const kind = SPAN_OF[type];
  if (kind !== undefined) {
    const last = draft.spans.at(-1);
    // A node that waits for its place and then for its time waits on.
    if (last?.untilMs !== null || last.kind !== kind || kind === "runs") {
      close(draft, ms);
      draft.spans.push({ kind, fromMs: ms, untilMs: null });
    }
  }
  if (BEGINS.has(type) && (draft.startedMs === null || draft.endedMs !== null)) {
    draft.startedMs = ms;
    draft.endedMs = null;
  } else if (type === "decided") {
    close(draft, ms);
    if (draft.endedMs !== null) draft.startedMs = null;
    draft.endedMs = ms;
  }
}

function close({ spans }: Draft, ms: number): void {
  const last = spans.at(-1);
  if (last !== undefined) last.untilMs ??= ms;
}

/** How long its latest execution took; `null` where it had none, and while it goes on. */
export function tookMs({ startedMs, endedMs }: NodeTimes): number | null {
  return startedMs === null || endedMs === null ? null : Math.max(0, endedMs - startedMs);
}
