/** A set of apps, which can be all of them. */
export class AppSet {
  static readonly ALL: AppSet = new AppSet(null);
  static readonly NONE: AppSet = new AppSet(new Set());

  /** The names; `null` where it has every app, also those that come later. */
  readonly names: ReadonlySet<string> | null;

  private constructor(names: ReadonlySet<string> | null) {
    this.names = names;
  }

  static of(names: Iterable<string>): AppSet {
    const set = new Set(names);
    return set.size === 0 ? AppSet.NONE : new AppSet(set);
  }

  get isAll(): boolean {
    return this.names === null;
  }

  get isEmpty(): boolean {
    return this.names?.size === 0;
  }

  /** Its one app; `null` where it has none, several or all. */
  get only(): string | null {
    const [first = null] = this.names?.size === 1 ? this.names : [];
    return first;
  }

  has(app: string): boolean {
    return this.names === null || this.names.has(app);
  }

  /** The apps that both have. */
  and(other: AppSet): AppSet {
    if (other.names === null) return this;
    if (this.names === null) return other;
    return AppSet.of([...this.names].filter((app) => other.has(app)));
  }

  /** The apps that one of them has. */
  or(other: AppSet): AppSet {
    if (this.names === null || other.names === null) return AppSet.ALL;
    return AppSet.of([...this.names, ...other.names]);
  }
}
