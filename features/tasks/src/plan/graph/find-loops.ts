import { TaskLimit } from "@mojob/core/feature";
import { strongComponents } from "./strong-components.ts";

export interface FoundLoop {
  readonly header: number;
  /** The header among them. */
  readonly members: readonly number[];
  /** Its place in the list, which is before this one's; `null` where none is around it. */
  readonly outer: number | null;
}

/** The problem that keeps a way back from being a loop. */
export interface LoopProblem {
  readonly type: "cycle" | "loop_entered_twice" | "too_deep";
  /** A cycle in its order, or the nodes through which a loop is entered. */
  readonly nodes: readonly number[];
}

export interface LoopSearch {
  /** In their order, without gaps. */
  readonly members: readonly number[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
  /** Whether a way may lead back to the node. */
  canHead(index: number): boolean;
}

export interface FoundLoops {
  readonly loops: readonly FoundLoop[];
  readonly problems: readonly LoopProblem[];
}

/**
 * Finds the loops of one list of nodes: what lies on a cycle, and the one node through which it is entered. Where a loop is
 * entered from nowhere it begins with the first node that may head one. What is left of a loop without the ways back to its
 * header is searched for loops within.
 */
export function findLoops(search: LoopSearch): FoundLoops {
  if (!hasCycle(search)) return { loops: [], problems: [] };
  const outs = Map.groupBy(search.edges, ({ from }) => from);
  const loops: FoundLoop[] = [];
  const problems: LoopProblem[] = [];
  const open = [{ members: search.members, header: -1, outer: null as number | null, depth: 0 }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { header: above, outer, depth } = level;
    const inside = new Set(level.members);
    const onward = (from: number): readonly number[] =>
      (outs.get(from) ?? []).flatMap(({ to }) => (to !== above && inside.has(to) ? [to] : []));
    for (const members of strongComponents(level.members, onward)) {
      const found = headerOf(members, onward, inside, search);
      if (depth >= TaskLimit.Depth) problems.push({ type: "too_deep", nodes: members });
      else if (typeof found !== "number") problems.push(found);
      else {
        open.push({ members, header: found, outer: loops.length, depth: depth + 1 });
        loops.push({ header: found, members, outer });
      }
    }
  }
  return { loops, problems };
}

/** Whether any way leads back: most tasks have none, and this takes a part of the time of the search. */
function hasCycle({ members, edges }: LoopSearch): boolean {
  const first = members[0] ?? 0;
  const size = (members.at(-1) ?? first) - first + 1;
  // Where the edges of each node begin in the list of all targets.
  const begins = new Uint32Array(size + 1);
  const waits = new Uint32Array(size);
  for (const { from, to } of edges) {
    begins[from - first + 1] = (begins[from - first + 1] ?? 0) + 1;
    waits[to - first] = (waits[to - first] ?? 0) + 1;
  }
  for (let place = 0; place < size; place += 1)
    begins[place + 1] = (begins[place + 1] ?? 0) + (begins[place] ?? 0);
  const targets = new Uint32Array(edges.length);
  const next = begins.slice();
  for (const { from, to } of edges) {
    const place = next[from - first] ?? 0;
    targets[place] = to - first;
    next[from - first] = place + 1;
  }
  const ready: number[] = [];
  for (let node = 0; node < size; node += 1) if (waits[node] === 0) ready.push(node);
  for (const node of ready)
    for (let place = begins[node] ?? 0; place < (begins[node + 1] ?? 0); place += 1) {
      const to = targets[place] ?? 0;
      const left = (waits[to] ?? 0) - 1;
      waits[to] = left;
      if (left === 0) ready.push(to);
    }
  return ready.length < members.length;
}

function headerOf(
  members: readonly number[],
  onward: (from: number) => readonly number[],
  around: ReadonlySet<number>,
  { canHead }: LoopSearch,
): number | LoopProblem {
  const heads = members.filter(canHead);
  if (heads.length === 0) return { type: "cycle", nodes: cycleThrough(members, onward) };
  const within = new Set(members);
  const outside = [...around].filter((index) => !within.has(index));
  const entered = new Set(outside.flatMap(onward).filter((index) => within.has(index)));
  const [first, ...others] = entered;
  if (first === undefined) return heads[0] as number;
  if (others.length === 0 && canHead(first)) return first;
  return { type: "loop_entered_twice", nodes: [...entered] };
}

/** One cycle among nodes that all lie on one, in its order. */
function cycleThrough(
  members: readonly number[],
  onward: (from: number) => readonly number[],
): readonly number[] {
  const within = new Set(members);
  const way: number[] = [];
  const places = new Map<number, number>();
  for (let at = members[0]; at !== undefined; at = onward(at).find((to) => within.has(to))) {
    const seen = places.get(at);
    if (seen !== undefined) return way.slice(seen);
    places.set(at, way.length);
    way.push(at);
  }
  return way;
}
