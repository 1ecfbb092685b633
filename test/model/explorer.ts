/** A state of a world, and what can happen next in it. */
export interface Fingerprint {
  /** Everything its future depends on, as text: what was explored from it once need not be again. */
  readonly state: string;
  /** The same wherever the state is the same; where it is not, something that the future depends on is missing from the state. */
  readonly choices: string;
}

/** A small world whose every next step is a choice. */
export interface ModelWorld {
  /** What can happen next; the same steps in the same order wherever the same was chosen before. */
  choices(): readonly string[];
  take(choice: string): Promise<void>;
  /** Where it is now. */
  fingerprint(): Fingerprint;
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
  /** States that were reached on two ways and left different choices: how many, and those of the first. */
  readonly ambiguous: { readonly count: number; readonly example: readonly string[] };
  /** A way that leads to something wrong, and what that is; `null` where there is none. */
  readonly guilty: { readonly path: readonly string[]; readonly complaints: readonly string[] } | null;
}

/**
 * Goes every way through a world, in each order of its steps, except those already tried from the same state. The world
 * cannot be copied, so each way is replayed from its beginning.
 *
 * @throws Error where there are more states than `mostStates`: what is called exhaustive must be
 */
export async function explore(
  create: () => Promise<ModelWorld>,
  { mostStates = 50_000 }: { readonly mostStates?: number } = {},
): Promise<Exploration> {
  const seen = new Map<string, string>();
  let ambiguous: Exploration["ambiguous"] = { count: 0, example: [] };
  const open: (readonly string[])[] = [[]];
  let paths = 0;
  let depth = 0;
  const end = (guilty: Exploration["guilty"]): Exploration => ({
    states: seen.size,
    paths,
    depth,
    ambiguous,
    guilty,
  });
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    const world = await create();
    for (const choice of prefix) await world.take(choice);
    const path = [...prefix];
    for (;;) {
      const wrong = world.complaints();
      if (wrong.length > 0) return end({ path, complaints: wrong });
      const { state, choices } = world.fingerprint();
      const known = seen.get(state);
      if (known !== undefined) {
        if (known !== choices)
          ambiguous = {
            count: ambiguous.count + 1,
            example: ambiguous.count === 0 ? [known, choices, ...path] : ambiguous.example,
          };
        break;
      }
      seen.set(state, choices);
      if (seen.size > mostStates) throw new Error(`There are more than ${mostStates} states`);
      const [first, ...others] = world.choices();
      if (first === undefined) {
        const left = await world.rest();
        if (left.length > 0) return end({ path, complaints: left });
        break;
      }
      for (const other of others) open.push([...path, other]);
      await world.take(first);
      path.push(first);
    }
    paths += 1;
    depth = Math.max(depth, path.length);
  }
  return end(null);
}
