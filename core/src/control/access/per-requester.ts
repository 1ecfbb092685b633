import type { Requester } from "../../access/requester.ts";
import type { AnyMethod, MethodName } from "./method-rule.ts";

/** A service before anybody asks: each method takes who asks before its own arguments. It is built once. */
export type PerRequester<Service> = {
  readonly [Name in MethodName<Service>]: (
    requester: Requester,
    ...args: Parameters<Extract<Service[Name], AnyMethod>>
  ) => ReturnType<Extract<Service[Name], AnyMethod>>;
};
