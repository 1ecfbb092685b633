/** An executor that an app should have, on a list that is kept by hand. */
export interface ExpectedExecutor {
  /** Its name or id; of an executor of XXL-JOB its address, as `executorAddress` returns it. */
  readonly name: string;
  /** The XXL-JOB app name it serves: the gateway calls it without a registration. @default it is one of our own */
  readonly xxlApp?: string;
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
  /** The name or id of one of our own executors; of one of XXL-JOB its address, such as `http://10.1.0.5:9999/`. */
  readonly name: string;
  /** The XXL-JOB app name it serves. @default it is one of our own */
  readonly xxlApp?: string;
}
