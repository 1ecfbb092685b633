/** Where a world is. */
export interface ModelState {
  /** Everything its future depends on, as text: the same can happen wherever it is the same. */
  readonly fingerprint: string;
  /** What can happen next, by the names that all worlds in this state have for it. */
  readonly choices: ReadonlyMap<string, string>;
}

/** A state that was reached. */
export interface ReachedState {
  /** What was chosen on the way that first led to it. */
  readonly path: readonly string[];
  /** The names of the choices that nobody has made here. */
  readonly untried: Set<string>;
  /** Where the other choices led to. */
  readonly next: Map<string, ReachedState>;
}

/** The states of a world as far as they were reached, and what led from one to another. */
export class StateGraph {
  readonly #states = new Map<string, ReachedState>();
  /** The states from which something untried may be reached, by the length of their paths. */
  readonly #open: ReachedState[][] = [];
  /** Nothing is untried in them, nor wherever they lead to. */
  readonly #done = new Set<ReachedState>();

  get size(): number {
    return this.#states.size;
  }

  /** Returns the state that a way led to; a new one where none did before. */
  reach({ fingerprint, choices }: ModelState, path: readonly string[]): ReachedState {
    const known = this.#states.get(fingerprint);
    if (known !== undefined) return known;
    const state: ReachedState = { path, untried: new Set(choices.keys()), next: new Map() };
    this.#states.set(fingerprint, state);
    (this.#open[path.length] ??= []).push(state);
    return state;
  }

  /** The state nearest to the beginning in which a choice is untried. */
  firstUntried(): ReachedState | undefined {
    for (const states of Object.values(this.#open)) {
      while (states.at(-1)?.untried.size === 0) states.pop();
      if (states.length > 0) return states.at(-1);
    }
    return undefined;
  }

  /** A choice that is untried, or leads on to the nearest state where one is; `null` where there is none. */
  choiceFrom(state: ReachedState): string | null {
    const [untried] = state.untried;
    if (untried !== undefined) return untried;
    const ways: (readonly [choice: string, to: ReachedState])[] = [...state.next];
    const met = new Set([state, ...state.next.values()]);
    for (const [choice, to] of ways) {
      if (to.untried.size > 0) return choice;
      for (const after of to.next.values()) {
        if (met.has(after) || this.#done.has(after)) continue;
        met.add(after);
        ways.push([choice, after]);
      }
    }
    for (const one of met) this.#done.add(one);
    return null;
  }
}
