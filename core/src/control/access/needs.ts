import type { Needs } from "../../access/needs.ts";
import { ALL_PERMISSIONS, type Permission } from "../../access/permission.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { MethodRule, MethodRules, RuleDefaults, SchedulerMethod } from "./method-rule.ts";

/**
 * A use of the scheduler: a method; with `?` behind it one that only some requests call; or a permission, for something that is done
 * without a method.
 */
export type Use = SchedulerMethod | `${SchedulerMethod}?` | Permission;

/**
 * The permissions for all of these uses, by a table of rules.
 * @throws MoJobError `invalid_argument` for a method that the table lacks
 * @example
 * ```ts
 * needsOf(["instances.cancel", "instances.get"], methodRulesOf([])); // { always: ["runs:cancel", "runs:read"], sometimes: [] }
 * ```
 */
export function needsOf(uses: readonly Use[], rules: MethodRules): Needs {
  const needs = uses.map((use) => ofUse(use, rules));
  const always = new Set(needs.flatMap((one) => one.always));
  const sometimes = new Set(needs.flatMap((one) => one.sometimes));
  return { always: [...always], sometimes: [...sometimes].filter((one) => !always.has(one)) };
}

function ofUse(use: Use, rules: MethodRules): Needs {
  if (isPermission(use)) return { always: [use], sometimes: [] };
  const isSometimes = use.endsWith("?");
  const { always, sometimes } = ofRule(
    ruleOf((isSometimes ? use.slice(0, -1) : use) as SchedulerMethod, rules),
  );
  return isSometimes ? { always: [], sometimes: [...always, ...sometimes] } : { always, sometimes };
}

function isPermission(use: Use): use is Permission {
  return use.includes(":");
}

function ruleOf(method: SchedulerMethod, tables: MethodRules): MethodRule {
  const [first = "", second] = method.split(".");
  const services: Readonly<Record<string, Readonly<Record<string, MethodRule>>>> = tables;
  const rules = services[second === undefined ? "own" : first] ?? {};
  const name = second ?? first;
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  // A method without a rule must not be open to everybody.
  if (rule !== undefined) return rule;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use "${method}": the scheduler has no such method`,
  );
}

function ofRule(rule: MethodRule): Needs {
  if (rule === null) return { always: [], sometimes: [] };
  if (typeof rule === "string") return { always: [rule], sometimes: [] };
  const { always, sometimes = {}, within = [] } = rule;
  return { always, sometimes: [...(Object.keys(sometimes) as Permission[]), ...within] };
}

const SINGLE = Object.fromEntries(ALL_PERMISSIONS.map((one) => [one, [one]])) as unknown as Readonly<
  Record<Permission, readonly Permission[]>
>;

/** The permissions that a call with these arguments needs: the same list for the same permissions where a rule has always the same. */
export function permissionsFor(
  rule: Exclude<MethodRule, null>,
  args: readonly unknown[],
  defaults: RuleDefaults,
): readonly Permission[] {
  if (typeof rule === "string") return SINGLE[rule];
  const further = Object.entries(rule.sometimes ?? {}).filter(([, isNeeded]) =>
    isNeeded(args as never, defaults),
  );
  if (further.length === 0) return rule.always;
  return [...rule.always, ...further.map(([permission]) => permission as Permission)];
}
