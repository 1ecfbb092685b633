import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import type { AnyMethod, MethodName } from "./method-rule.ts";

/** Whether payloads of an app are hidden from the caller; `null` is what concerns the whole tenant. */
export type IsHidden = (app: string | null) => boolean;

/** Turns the result of a method into one for a caller who may not read the payloads of some apps. */
export type MethodView<Result = never> = (result: Result, isHidden: IsHidden) => Result;

/** Views of those methods of a service that resolve to payloads. */
export type Views<Service> = {
  readonly [Name in MethodName<Service>]?: MethodView<Awaited<ReturnType<Extract<Service[Name], AnyMethod>>>>;
};

/** Which apps' payloads are hidden from a caller. */
export function hiddenFrom(requester: Requester): IsHidden {
  const { names } = requester.appsWith(Permission.ReadPayloads);
  return (app) => names !== null && (app === null || !names.has(app));
}
