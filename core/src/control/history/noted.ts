import type { Requester } from "../../access/requester.ts";
import type { AnyMethod, MethodName } from "../access/method-rule.ts";
import type { ActLog, Doing } from "./act-log.ts";

/** Why nothing is noted around a method that changes something. */
export const NotedWithin = {
  /** Its act is written with the record that it changes, in one write. */
  Record: "record",
  /** It writes an act for each run or job that it changes, also where other methods call it. */
  Each: "each",
  /** It writes its act between two steps, or from what it does not return. */
  Step: "step",
  /** It needs a permission to change things, and changes none. */
  Nothing: "nothing",
} as const;
export type NotedWithin = (typeof NotedWithin)[keyof typeof NotedWithin];

/** One call of a method; `service` reads what is there before. */
export interface NotedCall<Args, Made> {
  readonly tenant: string;
  readonly requester: Requester;
  readonly args: Args;
  readonly service: Made;
}

/** Calls `change`, which is the method itself, and returns what is noted of it: nothing where it has changed nothing. */
export type MethodAct<Args, Result, Made> = (
  call: NotedCall<Args, Made>,
  change: () => Promise<Result>,
) => Promise<Doing | readonly Doing[]>;

/** What is noted of each method that changes something, by its name. */
export type Acts<Service, Made> = {
  readonly [Name in MethodName<Service>]?:
    | MethodAct<
        Parameters<Extract<Service[Name], AnyMethod>>,
        Awaited<ReturnType<Extract<Service[Name], AnyMethod>>>,
        Made
      >
    | NotedWithin;
};

/** A service whose methods note what its table of acts says, once it is done. */
export function noted<Made extends object>(
  service: Made,
  { rules, acts = {} }: { readonly rules: object; readonly acts?: object | undefined },
  { tenant, actLog }: { readonly tenant: string; readonly actLog: Pick<ActLog, "noteDone"> },
): Made {
  const table = acts as Readonly<
    Record<string, MethodAct<readonly unknown[], unknown, object> | NotedWithin>
  >;
  const methods = Object.keys(rules).flatMap((name) => {
    const method = (Reflect.get(service, name) as AnyMethod | undefined)?.bind(service);
    if (method === undefined) return [];
    const act = table[name];
    if (act === undefined || typeof act === "string") return [[name, method] as const];
    const notes = async (requester: Requester, ...args: readonly unknown[]): Promise<unknown> => {
      let result: unknown;
      const done = await act({ tenant, requester, args, service }, async () => {
        result = await method(...([requester, ...args] as never[]));
        return result;
      });
      for (const doing of [done].flat())
        // One after the other, as each was done.
        // oxlint-disable-next-line no-await-in-loop
        await actLog.noteDone(requester, doing);
      return result;
    };
    return [[name, notes] as const];
  });
  return Object.fromEntries(methods) as Made;
}
