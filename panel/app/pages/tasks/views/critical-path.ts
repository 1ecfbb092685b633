/** A node of a run, with when it was under way and what it followed. */
export interface TimedNode {
  readonly id: string;
  readonly startedMs: number;
  /** While it goes on: now. */
  readonly endedMs: number;
  /** Ids of the nodes that it followed, of the group that it is in, and of a group those in it. */
  readonly after: readonly string[];
}

/**
 * The nodes that decided how long a run took, first to last: each began once the one before it had ended, and the last one ended last.
 * Of several that ended at once the one that took longest counts.
 */
export function criticalPath(nodes: readonly TimedNode[]): readonly string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  let last = latest(nodes);
  const path: string[] = [];
  while (last !== null && !path.includes(last.id)) {
    path.unshift(last.id);
    const { startedMs, after } = last;
    const before = after.flatMap((id) => byId.get(id) ?? []);
    // In a loop a node also follows later ones.
    last = latest(before.filter(({ endedMs }) => endedMs <= startedMs));
  }
  return path;
}

function latest(nodes: readonly TimedNode[]): TimedNode | null {
  let found: TimedNode | null = null;
  for (const node of nodes) {
    if (found === null || node.endedMs > found.endedMs) found = node;
    else if (node.endedMs === found.endedMs && node.startedMs < found.startedMs) found = node;
  }
  return found;
}
