/** Looks up what jobs inject: a `Map`, or the container of awilix, tsyringe, inversify or Nest, wrapped in a line. */
export interface Container {
  /** The object that the token stands for; a promise is awaited. */
  get(token: never): unknown;
  /**
   * Whether it knows the token: asked for each token when the worker starts.
   * @default each token is looked up once when the worker starts
   */
  has?(token: never): boolean;
  /**
   * Opens a scope for one run, from which all of its dependencies are taken. After the run it is disposed of where it has
   * `Symbol.asyncDispose` or `Symbol.dispose`.
   * @default no scope: dependencies live as long as the container keeps them
   */
  createScope?(): ContainerScope | Promise<ContainerScope>;
}

/** The dependencies of one run. */
export interface ContainerScope extends Partial<AsyncDisposable>, Partial<Disposable> {
  get(token: never): unknown;
}

/** Whether `dispose` has anything to call. */
export function isDisposable(value: unknown): value is Partial<AsyncDisposable> & Partial<Disposable> {
  if (typeof value !== "object" || value === null) return false;
  const disposable = value as Partial<AsyncDisposable> & Partial<Disposable>;
  return disposable[Symbol.asyncDispose] !== undefined || disposable[Symbol.dispose] !== undefined;
}

/** Disposes of what can be disposed of; anything else is left as it is. */
export async function dispose(value: unknown): Promise<void> {
  if (!isDisposable(value)) return;
  if (value[Symbol.asyncDispose] !== undefined) await value[Symbol.asyncDispose]?.();
  else value[Symbol.dispose]?.();
}
