import type { JobRegistration } from "@mojob/core";
import type { Deployment, EndFollower, JobHostOptions } from "@mojob/core/engine";
import type { RuntimeAdapter } from "@mojob/core/platform";
import type { Environment } from "../configuration/parse-configuration.ts";
import type { OpenedStores, openStores } from "./open-stores.ts";

/** The role of a process in a deployment. */
export const Role = {
  /** Decides what runs when, and serves the API and the panel. */
  ControlPlane: "control-plane",
  /** Runs jobs, and serves the API and the panel of its own app. */
  Worker: "worker",
  /** Both, in one process. */
  All: "all",
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** The stores as a deployment uses them. */
export type Stores = NonNullable<OpenedStores["stores"]>;

/** How the user of a process gets in that has neither a token nor people: `MOJOB_LOCAL_ACCESS=link`. */
export interface OwnUserAccess {
  /** The address that signs a browser in, once, within a day. */
  readonly link: string;
  /** The file whose token programs send. */
  readonly tokenFile: string;
}

export interface OpenDeploymentOptions extends Pick<
  JobHostOptions,
  "container" | "hooks" | "isComplete" | "log" | "runners" | "threads" | "worker" | "onWarning"
> {
  /** The adapter of the runtime: `import * as platform from "@mojob/node"`, or `bun` or `deno`. */
  readonly platform: RuntimeAdapter;
  /** The jobs that its worker runs. @default [] */
  readonly jobs?: readonly JobRegistration[];
  /** An embedded deployment always decides and runs; as a worker it shows its own app alone. @default "all" */
  readonly role?: Role;
  /** How Temporal is connected to: `TEMPORAL_API_KEY`, `TEMPORAL_TLS` and others. @default the platform's */
  readonly environment?: Environment;
  /** The workflows, bundled ahead: a file. @default bundled at the start, which takes seconds */
  readonly workflowBundlePath?: string;
  /** Ends the wait for a store that another process holds. @default it waits for as long as the other holds it */
  readonly signal?: AbortSignal;
  /** Whether it listens. @default true */
  readonly listens?: boolean;
  /** Called with every run that ends. @default [] */
  readonly followers?: readonly EndFollower[];
  /** Opens what `MOJOB_STORE` names. @default the package that is named like the store, with its own defaults */
  readonly openStores?: typeof openStores;
  /** Called once it listens with how the user of this process gets in, where that is asked for. @default `onWarning` is called with it */
  readonly onLocalAccess?: (access: OwnUserAccess) => void;
  /** Called with what went wrong outside any run. @default one line or a stack on stderr */
  readonly onError?: (error: unknown) => void;
  /** Called when an error left the program in an unknown state: close and exit. @default nothing */
  readonly onFatal?: () => void;
}

/** A deployment that is open until it is closed. */
export interface OpenedDeployment extends Deployment {
  /** For a person: where runs are executed and where they are kept. */
  readonly description: string;
  /**
   * Where the API and the panel are, without a slash at the end; `null` where it does not listen. They are the first
   * tenant's; each one's are at `/tenants/<tenant>` below it.
   */
  readonly url: string | null;
  /** How the user of this process gets in; `null` where a token or people are asked for, or nothing is. */
  readonly localAccess: OwnUserAccess | null;
  /** The worker's id, where the process has one. */
  readonly workerId: string | null;
  /**
   * Ends requests, lets runs finish within the configured grace, settles them and closes the stores.
   * A second call returns the same promise.
   */
  close(): Promise<void>;
}
