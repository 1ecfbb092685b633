import { isName } from "@mojob/core/engine";
import * as v from "valibot";

/** A database that jobs may use by its name. */
export interface SqlConnectionConfiguration {
  readonly url: string;
  readonly readOnly?: boolean;
  readonly timeoutMs?: number;
  /** The apps whose workers have it. @default the app of each process that is given it */
  readonly apps?: readonly string[];
  /** The tenants whose jobs may use it. @default all that the process serves */
  readonly tenants?: readonly string[];
}

type SqlJobs = Readonly<Record<string, SqlConnectionConfiguration>>;

// Nothing of what is given is shown: it may have a password.
const RULE =
  'must be a JSON object of connections by name, like {"orders":{"url":"postgres://…","readOnly":true}}';
const MEMBERS: ReadonlySet<string> = new Set(["url", "readOnly", "timeoutMs", "apps", "tenants"]);
const URLS = /^(?:(?:postgres(?:ql)?|mysql|mariadb):\/\/\S+|sqlite:(?!\/\/).+)$/;

/** Databases of jobs, as JSON. */
export const sqlJobs: v.GenericSchema<string, SqlJobs> = v.pipe(
  v.string(),
  v.check(
    (text) => mistakeIn(text) === null,
    ({ input }) => mistakeIn(input) ?? "",
  ),
  v.transform((text) => JSON.parse(text) as SqlJobs),
);

function mistakeIn(text: string): string | null {
  const given = parseJson(text);
  if (!isObject(given) || Object.keys(given).length === 0) return RULE;
  for (const [name, connection] of Object.entries(given)) {
    const of = `of connection "${name.slice(0, 100)}"`;
    if (!/^[^\s/=\p{Cc}]{1,100}$/u.test(name)) return 'must name connections without spaces, "/" and "="';
    if (!isObject(connection)) return `${RULE}; ${of} it is no object`;
    const unknown = Object.keys(connection).find((member) => !MEMBERS.has(member));
    if (unknown !== undefined)
      return `${RULE}; ${of} it has "${unknown.slice(0, 40)}": there are ${[...MEMBERS].join(", ")}`;
    const mistake = mistakeOf(connection);
    if (mistake !== null) return `must have ${of} ${mistake}`;
  }
  return null;
}

function mistakeOf({
  url,
  readOnly,
  timeoutMs,
  apps,
  tenants,
}: Readonly<Record<string, unknown>>): string | null {
  if (typeof url !== "string" || !URLS.test(url))
    return 'a url that begins with postgres://, mysql:// or mariadb://, or "sqlite:" and an absolute path';
  if (readOnly !== undefined && typeof readOnly !== "boolean") return "a readOnly that is true or false";
  if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && (timeoutMs as number) >= 1))
    return "a timeoutMs that is a whole number above 0";
  if (apps !== undefined && !areNames(apps)) return "apps that are a list of names";
  if (tenants !== undefined && !areNames(tenants)) return "tenants that are a list of names";
  return null;
}

function areNames(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string" && isName(one))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
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
