import type { Asked } from "./asked.ts";
import type { Access } from "./access.ts";
import type { MethodRule, RuleDefaults } from "./method-rules.ts";
import { permissionsFor } from "./needs.ts";

type Method = (...args: unknown[]) => unknown;

/** A service behind the gate, for one who asks. */
export type Gated<Service> = (access: Access) => Service;

/** One method behind its rule, for one who asks. */
function permitted(method: Method, rule: MethodRule, access: Access, defaults: RuleDefaults): Method {
  if (rule === null) return (...args) => method(access.asker([]), ...args);
  // Not an async function, which would add a promise to each call.
  return (...args) => {
    try {
      return method(access.asker(permissionsFor(rule, args, defaults)), ...args);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/**
 * Puts each method of a service behind its rule: it rejects with `forbidden` or `lock_held` before the service is called. For one who asks a
 * method is bound when it is first read, so that a request pays for what it calls.
 * @param rules of every method, by name
 */
export function gated<Service extends object>(
  service: Asked<Service>,
  rules: object,
  defaults: RuleDefaults,
): Gated<Service> {
  const getters = methodsOf(service, rules).map(({ name, rule, method }) => [
    name,
    {
      enumerable: true,
      get(this: Bound): Method {
        const bound = permitted(method, rule, this[ACCESS], defaults);
        Object.defineProperty(this, name, { value: bound, enumerable: true });
        return bound;
      },
    },
  ]);
  const prototype = Object.defineProperties({}, Object.fromEntries(getters) as PropertyDescriptorMap);
  return (access) => Object.assign(Object.create(prototype) as Bound, { [ACCESS]: access }) as Service;
}

/** As `gated`, with every method bound at once: what is returned can be spread. */
export function gatedWhole<Service extends object>(
  service: Asked<Service>,
  rules: object,
  defaults: RuleDefaults,
): Gated<Service> {
  const methods = methodsOf(service, rules);
  return (access) => {
    const whole: Record<string, Method> = {};
    for (const { name, rule, method } of methods) whole[name] = permitted(method, rule, access, defaults);
    return whole as Service;
  };
}

const ACCESS = Symbol("access");

interface Bound {
  readonly [ACCESS]: Access;
}

function methodsOf(service: object, rules: object) {
  return Object.entries(rules as Readonly<Record<string, MethodRule>>).map(([name, rule]) => ({
    name,
    rule,
    method: (Reflect.get(service, name) as Method).bind(service),
  }));
}
