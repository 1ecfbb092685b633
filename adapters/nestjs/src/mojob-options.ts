import type { Principal } from "@mojob/core";
import type { ManagementAppOptions } from "@mojob/http";
import type { EmbeddedOptions } from "@mojob/runtime-local";
import type {
  CanActivate,
  InjectionToken,
  ModuleMetadata,
  OptionalFactoryDependency,
  Type,
} from "@nestjs/common";

/** Where the panel and the API are, and who may open them. */
export interface PanelOptions extends Pick<ManagementAppOptions, "token" | "cors" | "trustedProxies"> {
  /** Below the global prefix of the app. At the root it takes all requests that no route before it takes. @default "jobs" */
  readonly path?: string;
  /** Guards that each request has to pass. @default none */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
  /**
   * Who sends a request that has passed the guards, as the API and the audit know them; `null` is nobody. `request` is the framework's, with what
   * guards and middleware have added. Wanted where there are guards and no token.
   */
  readonly userOf?: (request: never) => Principal | null | Promise<Principal | null>;
}

/** The options of `startEmbedded`, but for the jobs, which are methods of providers. */
export interface MoJobOptions extends Omit<
  EmbeddedOptions,
  "app" | "jobs" | "container" | "store" | "state" | "bus" | "runtime" | "scope"
> {
  /** The service these jobs belong to. @default "default" */
  readonly app?: string;
  /** The SQLite file; not together with `inMemory`. @default ".mojob/scheduler.db" */
  readonly file?: string;
  /** @default the panel and the API at /jobs, for requests of this machine alone; `false` mounts neither */
  readonly panel?: PanelOptions | false;
}

/** Options that are made of providers. The panel's place and guards are of the module, so they are stated beside the factory. */
export interface MoJobAsyncOptions extends Pick<ModuleMetadata, "imports"> {
  readonly inject?: (InjectionToken | OptionalFactoryDependency)[];
  readonly useFactory: (
    ...dependencies: never[]
  ) => Omit<MoJobOptions, "panel"> | Promise<Omit<MoJobOptions, "panel">>;
  readonly panel?: PanelOptions | false;
}

/** Where the module's parts find its options. */
export const MOJOB_OPTIONS: unique symbol = Symbol("MoJobOptions");
