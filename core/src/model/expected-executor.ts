/** An executor that an app should have, on a list that is kept by hand. */
export interface ExpectedExecutor {
  /** Its name or id; of one that a worker calls its address, as `executorAddress` returns it. */
  readonly name: string;
  /** The labels of its record where a worker calls it, such as the app name that it serves; empty for one of our own. */
  readonly labels: Readonly<Record<string, string>>;
  readonly at: Date;
  /** Who put it on the list; `null` is the program itself. */
  readonly by: string | null;
}

/** An executor of an app's list, and whether it is there. */
export interface ExpectedExecutorView extends ExpectedExecutor {
  /** The id of the worker that is online under this name; `null` where none is: it is missing. */
  readonly worker: string | null;
}

export interface ExpectExecutorRequest {
  /** The name or id of one of our own executors; with `labels` its address, such as `http://10.1.0.5:9999/`. */
  readonly name: string;
  /** The labels of the record of an executor that a worker calls, as `{ xxlApp: "shop" }`. @default it is one of our own */
  readonly labels?: Readonly<Record<string, string>>;
}
