import { isAbsolute } from "node:path";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { TextMask } from "@mojob/core/ports";

/** A database that jobs may use by its name. */
export interface SqlConnection {
  /** `postgres://…`, `mysql://…`, `mariadb://…`, or `sqlite:` and the absolute path of a file that is there. */
  readonly url: string;
  /** Whether statements may only read, which the database enforces. @default false */
  readonly readOnly?: boolean;
  /** How long a statement may take, beside the time limit of its job. @default 60_000 */
  readonly timeoutMs?: number;
  /** The tenants whose jobs may use it. @default all that the worker serves */
  readonly tenants?: readonly string[];
}

export const Dialect = { Postgres: "postgres", Mysql: "mysql", Sqlite: "sqlite" } as const;
export type Dialect = (typeof Dialect)[keyof typeof Dialect];

/** A connection whose options are checked. */
export interface ResolvedConnection {
  readonly name: string;
  readonly dialect: Dialect;
  /** A URL; of SQLite the path of its file. */
  readonly place: string;
  readonly readOnly: boolean;
  readonly timeoutMs: number;
  /** `null` for all. */
  readonly tenants: readonly string[] | null;
  /** Hides the password in what the database or its driver says. */
  readonly mask: TextMask;
}

const TIMEOUT_MS = 60_000;
const LONGEST_TIMEOUT_MS = 86_400_000;
const NAME = /^[^\s/=\p{Cc}]{1,100}$/u;
const SCHEMES: Readonly<Record<string, Dialect>> = {
  "postgres:": Dialect.Postgres,
  "postgresql:": Dialect.Postgres,
  "mysql:": Dialect.Mysql,
  "mariadb:": Dialect.Mysql,
};
const SQLITE = /^sqlite:(?!\/\/)(.+)$/;

/** @throws MoJobError `invalid_configuration` that names the connection, and never shows its URL */
export function resolveConnection(name: string, given: SqlConnection): ResolvedConnection {
  if (!NAME.test(name)) throw refused(name, 'it has to have a name without spaces, "/" and "="');
  const { url, readOnly = false, timeoutMs = TIMEOUT_MS, tenants = null } = given;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > LONGEST_TIMEOUT_MS)
    throw refused(name, `its timeoutMs has to be a whole number from 1 to ${LONGEST_TIMEOUT_MS}`);
  return { name, ...placeOf(name, url), readOnly, timeoutMs, tenants };
}

function placeOf(name: string, url: string): Pick<ResolvedConnection, "dialect" | "place" | "mask"> {
  const [, path] = SQLITE.exec(url) ?? [];
  if (path !== undefined) {
    if (!isAbsolute(path))
      throw refused(name, "its file has to have an absolute path: sqlite:/srv/data/orders.db");
    return { dialect: Dialect.Sqlite, place: path, mask: new TextMask([]) };
  }
  const parsed = URL.parse(url);
  const dialect = SCHEMES[parsed?.protocol ?? ""];
  if (parsed === null || dialect === undefined)
    throw refused(
      name,
      "its url has to begin with postgres://, mysql:// or mariadb://, or to be sqlite: and an absolute path",
    );
  return { dialect, place: url, mask: new TextMask(hiddenIn(parsed, url)) };
}

function hiddenIn({ password, searchParams }: URL, url: string): readonly string[] {
  return [url, password, decoded(password), ...searchParams.getAll("password")];
}

/** A password that is no encoded text stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refused(name: string, mistake: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot use connection "${name.slice(0, 100)}": ${mistake}`,
  );
}
