import type { Permission } from "../../access/permission.ts";
import type { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";

export type AnyMethod = (...args: never[]) => unknown;

/** The names of the methods of a service, without its services and its data. */
export type MethodName<Service> = {
  [Name in keyof Service]: Service[Name] extends AnyMethod ? Name & string : never;
}[keyof Service];

/** The services that every scheduler has. */
export type CoreServiceName =
  | "jobs"
  | "instances"
  | "queue"
  | "secrets"
  | "scripts"
  | "history"
  | "audit"
  | "operations"
  | "registry"
  | "settings";

/** The services of a scheduler. */
export type ServiceName =
  | CoreServiceName
  | "explanations"
  | "incidents"
  | "alarms"
  | "tasks"
  | "views"
  | "backfills"
  | "forecasts"
  | "reports"
  | "storage"
  | "windows"
  | "samples"
  | "calendars"
  | "exports"
  | "archives";

/** The values of parts that a request leaves out. */
export interface RuleDefaults {
  readonly stopWaiting: WaitingFires;
}

/** A method of which some requests need more than others. */
export interface RequestRule<Method extends AnyMethod = AnyMethod> {
  readonly always: readonly Permission[];
  /** Further permissions, each with which requests need it. @default none */
  readonly sometimes?: Readonly<
    Partial<Record<Permission, (args: Parameters<Method>, defaults: RuleDefaults) => boolean>>
  >;
  /** Further ones that the method itself checks: what is stored decides whether a request needs them. @default none */
  readonly within?: readonly Permission[];
  /** Which calls leave an act. @default each that needs a permission to change something */
  readonly leavesAct?: (args: Parameters<Method>) => boolean;
}

/** The permission that a method needs; `null` is free. */
export type MethodRule<Method extends AnyMethod = AnyMethod> = Permission | RequestRule<Method> | null;

/** A rule for every method: one without a rule does not compile. */
export type Rules<Service> = {
  readonly [Name in MethodName<Service>]: MethodRule<Extract<Service[Name], AnyMethod>>;
};

/** A method of the scheduler or of one of its services: `workers`, `instances.cancel`. */
export type SchedulerMethod =
  | MethodName<MoJobScheduler>
  | { [Name in ServiceName]: `${Name}.${MethodName<MoJobScheduler[Name]>}` }[ServiceName];

/** The permissions that each method needs, service by service; `own` are the methods of the scheduler itself. */
export type MethodRules = {
  readonly [Name in CoreServiceName]: Rules<MoJobScheduler[Name]>;
} & {
  readonly [Name in ServiceName]?: Rules<MoJobScheduler[Name]>;
} & { readonly own: Rules<MoJobScheduler> };
