import type { ExecutionRequest, IMoEventBus, IMoInstanceStore, IMoRuntime } from "@mojob/core/ports";

/** A runtime with workers of two apps, which keep every request they get and settle nothing. */
export interface RuntimeSetup {
  readonly runtime: IMoRuntime;
  /** What the scheduler publishes requests on. */
  readonly bus: IMoEventBus;
  readonly store: IMoInstanceStore;
  readonly tenant: string;
  /** The apps that have a worker. */
  readonly apps: readonly [string, string];
  now(): Date;
  /** The requests that reached the worker of an app, in order. */
  delivered(app: string): readonly ExecutionRequest[];
  /** Ends what the workers have: they are done with all requests, and their runs stay open. */
  finish(): void;
}

/** How a suite gets at the runtime under test. */
export interface RuntimeHarness {
  /** An open runtime; every test uses runs of its own, so that all may share what is behind it. */
  open(): Promise<RuntimeSetup>;
  close(place: RuntimeSetup): Promise<void>;
  /** Resolves as soon as the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Resolves when this much of the runtime's time has passed. */
  pass(ms: number): Promise<void>;
  /** Whether the runtime drops the timer or workflow of a run that has ended (`IMoRuntime.forget`). */
  readonly forgets: boolean;
}
