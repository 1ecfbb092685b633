/** The parts of a built file that are read here. */
export interface BuiltChunk {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry?: boolean;
  /** Files that it imports in the ordinary way, and not with `import()`. */
  readonly imports?: readonly string[];
  /** What is in it, without what nothing uses. */
  readonly moduleIds?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/**
 * The modules that are loaded with the entry. The bundler cuts them into a hundred files by which pages use them too, and on a slow line each
 * file costs a round trip: put together, they are one file and compress better.
 */
export function startModules(built: readonly BuiltChunk[]): ReadonlySet<string> {
  return modulesWith(built, ({ isEntry }) => isEntry === true);
}

/** The modules that are loaded with the files that `isWanted` finds, their own among them. */
export function modulesWith(
  built: readonly BuiltChunk[],
  isWanted: (chunk: BuiltChunk) => boolean,
): ReadonlySet<string> {
  const byName = new Map(built.map((chunk) => [chunk.fileName, chunk]));
  const names = new Set(built.filter(isWanted).map(({ fileName }) => fileName));
  // A set goes on to what is added while it is walked.
  for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported);
  return new Set([...names].flatMap((name) => byName.get(name)?.moduleIds ?? []));
}

/** The modules that are loaded together with one of those that `isWanted` finds. */
export function modulesThatNeed(
  built: readonly BuiltChunk[],
  isWanted: (id: string) => boolean,
): ReadonlySet<string> {
  const needing = new Set(built.filter(({ moduleIds = [] }) => moduleIds.some(isWanted)));
  // A set goes on to what is added while it is walked.
  for (const { fileName } of needing) {
    for (const chunk of built) if (chunk.imports?.includes(fileName) === true) needing.add(chunk);
  }
  return new Set([...needing].flatMap(({ moduleIds = [] }) => moduleIds));
}
