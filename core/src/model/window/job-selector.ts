/** Chooses jobs: all that each of these names; `null` is every one. */
export interface JobSelector {
  readonly apps: readonly string[] | null;
  /** Keys of jobs; one that ends in `*` names all that begin so. */
  readonly jobs: readonly string[] | null;
  readonly tags: readonly string[] | null;
}

/** Whether a list of jobs names this one: a name that ends in `*` names all that begin so. */
export function isNamed(key: string, name: string): boolean {
  return name.endsWith("*") ? key.startsWith(name.slice(0, -1)) : key === name;
}
