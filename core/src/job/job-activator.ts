/** Whatever can look up a dependency: awilix, tsyringe, inversify and a plain `Map` fit or are wrapped in a line. */
export interface Container {
  get(token: never): unknown;
}

/** Builds the object one run is executed on. */
export type JobFactory<Job> = () => Job | Promise<Job>;

/** A job class whose constructor takes what `inject` names, in order. */
export interface InjectableClass<Job> {
  new (...dependencies: never[]): Job;
  readonly inject?: readonly unknown[];
}

/** Builds a job object per run: from its factory, or from its `inject` tokens through a container. */
export class JobActivator {
  readonly #container: Container | null;

  constructor(container: Container | null = null) {
    this.#container = container;
  }

  /** A factory for the class; its tokens are looked up anew for each run, so a container's lifetimes hold. */
  factoryFor<Job>(jobClass: InjectableClass<Job>): JobFactory<Job> {
    const tokens = jobClass.inject ?? [];
    if (tokens.length === 0) return () => new jobClass();
    const container = this.#container;
    if (container === null) {
      throw new TypeError(
        `Cannot build "${jobClass.name}": it injects ${tokens.length} dependencies; register it with a factory or give the worker a container`,
      );
    }
    return () => new jobClass(...(tokens.map((token) => container.get(token as never)) as never[]));
  }
}
