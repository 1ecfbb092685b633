import type { Asker } from "../../access/asker.ts";
import type { AnyMethod, MethodName } from "./method-rule.ts";

/** A service before anybody asks: each method takes who asks before its own arguments. It is built once. */
export type Asked<Service> = {
  readonly [Name in MethodName<Service>]: (
    asker: Asker,
    ...args: Parameters<Extract<Service[Name], AnyMethod>>
  ) => ReturnType<Extract<Service[Name], AnyMethod>>;
};
