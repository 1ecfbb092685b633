import type { Requester } from "../../access/requester.ts";
import { isReading } from "../../access/permission.ts";
import type { PerRequester } from "./per-requester.ts";
import type { Access } from "./access.ts";
import type { MethodRule, RuleDefaults } from "./method-rule.ts";
import { hiddenFrom, type MethodView } from "./method-view.ts";
import { permissionsFor } from "./needs.ts";

type Method = (...args: unknown[]) => unknown;

/** Tables of the methods of a service, by their names. */
export interface MethodTables {
  /** The rules of all methods. */
  readonly rules: object;
  /** The views of methods that resolve to payloads. @default none */
  readonly views?: object | undefined;
  /** Is called around each call that leaves an act. @default nothing is done around it */
  readonly around?: CallAround | undefined;
}

/** Runs a method for one who asks, and what there is to do before and after it. */
export type CallAround = (requester: Requester, method: string, call: () => unknown) => Promise<unknown>;

/** A service behind the gate, for one who asks. */
export type Gated<Service> = (access: Access) => Service;

interface GatedMethod {
  readonly name: string;
  readonly rule: MethodRule;
  /** The result as it is shown to those who may not read payloads; `null` for a method without payloads. */
  readonly view: MethodView | null;
  readonly method: Method;
  readonly around: CallAround | null;
}

/** One method behind its rule, for one who asks. */
function permitted(
  { name, method, rule, view, around }: GatedMethod,
  access: Access,
  defaults: RuleDefaults,
): Method {
  if (rule === null) return (...args) => method(access.requester([]), ...args);
  // Not an async function, which would add a promise to each call.
  return (...args) => {
    try {
      const requester = access.requester(permissionsFor(rule, args, defaults));
      const call = (): unknown => method(requester, ...args);
      const result =
        around !== null && leavesAct(rule, args, requester) ? around(requester, name, call) : call();
      if (view === null || requester.readsAllPayloads) return result;
      return (result as Promise<never>).then((whole) => view(whole, hiddenFrom(requester)));
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

function leavesAct(
  rule: Exclude<MethodRule, null>,
  args: readonly unknown[],
  { needed }: Requester,
): boolean {
  if (typeof rule !== "string" && rule.leavesAct !== undefined) return rule.leavesAct(args as never);
  return !needed.every(isReading);
}

/**
 * Puts each method of a service behind its rule: it rejects with `forbidden` or `lock_held` before the service is called. For one who asks a
 * method is bound when it is first read, so that a request pays for what it calls.
 * @param tables by the names of the methods
 */
export function gated<Service extends object>(
  service: PerRequester<Service>,
  tables: MethodTables,
  defaults: RuleDefaults,
): Gated<Service> {
  const getters = methodsOf(service, tables).map((method) => [
    method.name,
    {
      enumerable: true,
      get(this: Bound): Method {
        const bound = permitted(method, this[ACCESS], defaults);
        Object.defineProperty(this, method.name, { value: bound, enumerable: true });
        return bound;
      },
    },
  ]);
  const prototype = Object.defineProperties({}, Object.fromEntries(getters) as PropertyDescriptorMap);
  return (access) => Object.assign(Object.create(prototype) as Bound, { [ACCESS]: access }) as Service;
}

/** As `gated`, with every method bound at once: what is returned can be spread. */
export function gatedWhole<Service extends object>(
  service: PerRequester<Service>,
  tables: MethodTables,
  defaults: RuleDefaults,
): Gated<Service> {
  const methods = methodsOf(service, tables);
  return (access) => {
    const whole: Record<string, Method> = {};
    for (const method of methods) whole[method.name] = permitted(method, access, defaults);
    return whole as Service;
  };
}

const ACCESS = Symbol("access");

interface Bound {
  readonly [ACCESS]: Access;
}

function methodsOf(service: object, { rules, views = {}, around }: MethodTables): readonly GatedMethod[] {
  return Object.entries(rules as Readonly<Record<string, MethodRule>>).map(([name, rule]) => ({
    name,
    rule,
    view: (views as Readonly<Record<string, MethodView>>)[name] ?? null,
    method: (Reflect.get(service, name) as Method).bind(service),
    around: around ?? null,
  }));
}
