import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { type Container, type ContainerScope, dispose, isDisposable } from "./container.ts";

/** Builds the object one run is executed on: a new one for each, because it is disposed of after the run where it can be. */
export type JobFactory<Job> = () => Job | Promise<Job>;

/** A job class whose constructor takes what `inject` names, in order. */
export interface InjectableClass<Job> {
  new (...dependencies: never[]): Job;
  readonly inject?: readonly unknown[];
}

/** The object of one run. */
export interface ActiveJob<Job> {
  readonly job: Job;
  /** Disposes of the object, then of its scope. @default there is nothing to dispose of */
  dispose?(): Promise<void>;
}

/** Builds a job object per run: from its factory, or from its `inject` tokens through a container. */
export class JobActivator {
  readonly #container: Container | null;
  /** Every token that a job injects, with the name of the first class that does. */
  readonly #injected = new Map<unknown, string>();

  constructor(container: Container | null = null) {
    this.#container = container;
  }

  /** No promise where the factory returns none. */
  fromFactory<Job>(factory: JobFactory<Job>): JobFactory<ActiveJob<Job>> {
    return () => {
      const job = factory();
      return job instanceof Promise ? job.then(activeJob) : activeJob(job);
    };
  }

  /**
   * A factory for the class; its tokens are resolved for each run, so a container's lifetimes hold.
   * @throws MoJobError `invalid_configuration` where the class injects something and there is no container
   */
  fromClass<Job>(jobClass: InjectableClass<Job>): JobFactory<ActiveJob<Job>> {
    const tokens = jobClass.inject ?? [];
    if (tokens.length === 0) return this.fromFactory(() => new jobClass());
    const container = this.#container;
    if (container === null) {
      throw new MoJobError(
        MoJobErrorCode.InvalidConfiguration,
        `Cannot build "${jobClass.name}": it injects ${tokens.map(nameOf).join(", ")}; register it with a factory or give the worker a container`,
      );
    }
    for (const token of tokens) if (!this.#injected.has(token)) this.#injected.set(token, jobClass.name);
    return async () => {
      const scope = (await container.createScope?.()) ?? null;
      try {
        const dependencies: unknown[] = [];
        for (const token of tokens) dependencies.push(await (scope ?? container).get(token as never));
        const job = new jobClass(...(dependencies as never[]));
        const disposeAll = async (): Promise<void> => {
          try {
            await dispose(job);
          } finally {
            await dispose(scope);
          }
        };
        return { job, dispose: disposeAll };
      } catch (error) {
        await dispose(scope);
        throw error;
      }
    };
  }

  /**
   * Checks that the container knows every token that a job injects, in a scope of its own where it makes scopes.
   * @throws MoJobError `invalid_configuration` that names each missing token and the job that injects it
   */
  async check(): Promise<void> {
    const container = this.#container;
    if (container === null || this.#injected.size === 0) return;
    const missing = container.has
      ? [...this.#injected].filter(([token]) => !container.has?.(token as never))
      : await this.#unresolved(container);
    if (missing.length === 0) return;
    const named = missing.map(([token, jobName]) => `${nameOf(token)} of "${jobName}"`);
    const [, , cause] = missing[0] ?? [];
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      `Cannot inject ${named.join(", ")}: the container does not provide it`,
      { cause },
    );
  }

  async #unresolved(container: Container): Promise<readonly (readonly [unknown, string, unknown?])[]> {
    const scope: ContainerScope | null = (await container.createScope?.()) ?? null;
    const missing: (readonly [unknown, string, unknown?])[] = [];
    for (const [token, jobName] of this.#injected) {
      try {
        const found = await (scope ?? container).get(token as never);
        if (found === undefined) missing.push([token, jobName]);
      } catch (error) {
        missing.push([token, jobName, error]);
      }
    }
    await dispose(scope);
    return missing;
  }
}

function activeJob<Job>(job: Job): ActiveJob<Job> {
  return isDisposable(job) ? { job, dispose: () => dispose(job) } : { job };
}

function nameOf(token: unknown): string {
  return typeof token === "function" ? token.name : String(token);
}
