import type * as v from "valibot";
import { namedConnections } from "./named-connections.ts";

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

const URLS = /^(?:(?:postgres(?:ql)?|mysql|mariadb):\/\/\S+|sqlite:(?!\/\/).+)$/;

/** Databases of jobs, as JSON. */
export const sqlJobs: v.GenericSchema<
  string,
  Readonly<Record<string, SqlConnectionConfiguration>>
> = namedConnections({
  rule: 'must be a JSON object of connections by name, like {"orders":{"url":"postgres://…","readOnly":true}}',
  name: /^[^\s/=\p{Cc}]{1,100}$/u,
  nameRule: 'must name connections without spaces, "/" and "="',
  members: ["url", "readOnly", "timeoutMs", "apps", "tenants"],
  mistakeOf: ({ url }) =>
    typeof url === "string" && URLS.test(url)
      ? null
      : 'a url that begins with postgres://, mysql:// or mariadb://, or "sqlite:" and an absolute path',
});
