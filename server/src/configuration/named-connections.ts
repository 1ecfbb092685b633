import { isName } from "@mojob/core/engine";
import * as v from "valibot";

type Given = Readonly<Record<string, unknown>>;

export interface ConnectionRules {
  /** What is wanted, with an example. */
  readonly rule: string;
  /** Names that connections may have, and the same in words. */
  readonly name: RegExp;
  readonly nameRule: string;
  readonly members: readonly string[];
  /** What members of its own have to be, after "must have of connection …"; `null` for no mistake. */
  readonly mistakeOf: (connection: Given) => string | null;
}

/** Connections by name, as JSON. Nothing of what is given is shown: it may have a password. */
export function namedConnections<Connection>(
  rules: ConnectionRules,
): v.GenericSchema<string, Readonly<Record<string, Connection>>> {
  return v.pipe(
    v.string(),
    v.check(
      (text) => mistakeIn(text, rules) === null,
      ({ input }) => mistakeIn(input, rules) ?? "",
    ),
    v.transform((text) => JSON.parse(text) as Readonly<Record<string, Connection>>),
  );
}

function mistakeIn(text: string, rules: ConnectionRules): string | null {
  const { rule, name, nameRule, members, mistakeOf } = rules;
  const given = parseJson(text);
  if (!isObject(given) || Object.keys(given).length === 0) return rule;
  for (const [called, connection] of Object.entries(given)) {
    const of = `of connection "${called.slice(0, 100)}"`;
    if (!name.test(called)) return nameRule;
    if (!isObject(connection)) return `${rule}; ${of} it is no object`;
    const unknown = Object.keys(connection).find((member) => !members.includes(member));
    if (unknown !== undefined)
      return `${rule}; ${of} it has "${unknown.slice(0, 40)}": there are ${members.join(", ")}`;
    const mistake = mistakeOf(connection) ?? commonMistake(connection);
    if (mistake !== null) return `must have ${of} ${mistake}`;
  }
  return null;
}

/** Of the members that all connections have. */
function commonMistake({ readOnly, timeoutMs, apps, tenants }: Given): string | null {
  if (readOnly !== undefined && typeof readOnly !== "boolean") return "a readOnly that is true or false";
  if (timeoutMs !== undefined && !isCount(timeoutMs)) return "a timeoutMs that is a whole number above 0";
  if (apps !== undefined && !areNames(apps)) return "apps that are a list of names";
  if (tenants !== undefined && !areNames(tenants)) return "tenants that are a list of names";
  return null;
}

export function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1;
}

function areNames(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string" && isName(one))
  );
}

function isObject(value: unknown): value is Given {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `undefined` for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
