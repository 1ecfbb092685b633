import { type ModelState, type ReachedState, StateGraph } from "./state-graph.ts";

/** A small world whose every next step is a choice. */
export interface ModelWorld {
  /** The same wherever the same was chosen before. */
  state(): ModelState;
  take(choice: string): Promise<void>;
  /** What is wrong now. */
  complaints(): readonly string[];
  /** Nothing is left to choose: lets everything come to rest; resolves to what is wrong then. */
  rest(): Promise<readonly string[]>;
}

export interface Exploration {
  /** Different states that were reached. */
  readonly states: number;
  /** Ways that were followed to the end. */
  readonly paths: number;
  /** The longest of them. */
  readonly depth: number;
  /** A way that leads to something wrong, and what that is; `null` where there is none. */
  readonly guilty: { readonly path: readonly string[]; readonly complaints: readonly string[] } | null;
}

/**
 * Makes each choice of each state of a world, and so goes every way through it. The world cannot be copied, so each way is replayed from its
 * beginning. One that comes to a state where all was tried goes on to where something is not: that makes them few.
 *
 * @throws Error where there are more states than `mostStates`: what is called exhaustive must be
 */
export async function explore(
  create: () => Promise<ModelWorld>,
  { mostStates = 50_000 }: { readonly mostStates?: number } = {},
): Promise<Exploration> {
  const graph = new StateGraph();
  let paths = 0;
  let depth = 0;
  let start: readonly string[] | undefined = [];
  while (start !== undefined) {
    const { path, complaints } = await walk(await create(), start, graph);
    if (graph.size > mostStates) throw new Error(`There are more than ${mostStates} states`);
    if (complaints.length > 0) return { states: graph.size, paths, depth, guilty: { path, complaints } };
    paths += 1;
    depth = Math.max(depth, path.length);
    start = graph.firstUntried()?.path;
  }
  return { states: graph.size, paths, depth, guilty: null };
}

/** Replays the start of a way and goes on while it leads to something untried; resolves to all of it and what is wrong at its end. */
async function walk(
  world: ModelWorld,
  start: readonly string[],
  graph: StateGraph,
): Promise<{ readonly path: readonly string[]; readonly complaints: readonly string[] }> {
  for (const choice of start) await world.take(choice);
  const path = [...start];
  let last: { readonly state: ReachedState; readonly name: string } | null = null;
  for (;;) {
    const complaints = world.complaints();
    if (complaints.length > 0) return { path, complaints };
    const { fingerprint, choices } = world.state();
    const known = graph.size;
    const state = graph.reach({ fingerprint, choices }, [...path]);
    last?.state.next.set(last.name, state);
    last?.state.untried.delete(last.name);
    if (choices.size === 0) return { path, complaints: graph.size > known ? await world.rest() : [] };
    const name = graph.choiceFrom(state);
    if (name === null) return { path, complaints };
    const choice = choices.get(name);
    // A text may leave something out: the state's own path leads to where the choice is possible.
    if (choice === undefined) return { path, complaints };
    await world.take(choice);
    path.push(choice);
    last = { state, name };
  }
}
