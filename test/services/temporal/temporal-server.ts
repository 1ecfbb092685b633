/** A running Temporal server. */
export interface TemporalServer extends AsyncDisposable {
  /** `host:port` of its frontend. */
  readonly address: string;
  readonly namespace: string;
  /** The program and its version, for a person. */
  readonly name: string;
  /** Whether it is this process's own: one named by `TEMPORAL_ADDRESS` is neither stopped nor killed. */
  readonly owned: boolean;
  /** Ends it as kill -9 does; one that is durable keeps its data. */
  kill(): Promise<void>;
  /** Ends it as SIGTERM does; one that is durable keeps its data. */
  stop(): Promise<void>;
  /** Suspends it, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Starts it again, at the same address. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

export interface TemporalServerOptions {
  /** Those it has; the first one is `namespace`. @default ["default"] */
  readonly namespaces?: readonly string[];
  /** Keeps what it has in a file, so that it survives `kill` and `restart`; slower than memory. @default false */
  readonly durable?: boolean;
  /** Dynamic configuration: https://docs.temporal.io/references/dynamic-configuration @default {} */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** @default a free one */
  readonly port?: number;
  /**
   * `development` is the Temporal CLI's server. `postgres` is the one that people run in production, on PostgreSQL: it takes
   * seconds longer to start and is always durable. @default `TEMPORAL_SERVER`, else `development`
   */
  readonly server?: "development" | "postgres";
}

/** Later versions have it on: without it tasks wait in the order of their arrival alone, whatever their priority. */
export const PRIORITIES: Readonly<Record<string, boolean>> = { "matching.useNewMatcher": true };
