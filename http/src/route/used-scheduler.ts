import type { MoJobScheduler } from "@mojob/core";
import type { MethodName, ServiceName, Use } from "@mojob/core/engine";

/** The method that a use names, whether some requests call it or all. */
type MethodOf<Used extends Use> = Used extends `${infer Method}?` ? Method : Used;

/** The used methods of a service. */
type OfService<Name extends ServiceName, Used extends Use> = Pick<
  MoJobScheduler[Name],
  Extract<
    MethodOf<Used> extends infer Method ? (Method extends `${Name}.${infer Own}` ? Own : never) : never,
    keyof MoJobScheduler[Name]
  >
>;

/** The scheduler as a route sees it: its data and the methods that the route says it uses, so that no other call compiles. */
export type UsedScheduler<Used extends Use> = Omit<MoJobScheduler, MethodName<MoJobScheduler> | ServiceName> &
  Pick<MoJobScheduler, Extract<MethodOf<Used>, MethodName<MoJobScheduler>>> & {
    readonly [Name in ServiceName]: OfService<Name, Used>;
  };
