import { MoJobError, MoJobErrorCode, NonRetryableError } from "@mojob/core";

/** The meaning of a resource's uri: a connection, and the thing to look for there. */
export interface NamedPlace<Connection> {
  readonly name: string;
  readonly connection: Connection;
  /** Empty where nothing but the connection is named. */
  readonly path: string;
}

/** Connections by name, each with a lower-case scheme that is one of these. @throws MoJobError `invalid_configuration` */
export function checkedConnections<Connection>(
  connections: Readonly<Record<string, Connection>>,
  schemes: readonly string[],
): ReadonlyMap<string, Connection> {
  for (const [name, connection] of Object.entries(connections)) {
    if (name === "" || name.includes("/"))
      throw refused(`Connection "${name}" has to have a name without "/"`);
    if (typeof connection !== "string") continue;
    if (!schemes.includes(URL.parse(connection)?.protocol ?? ""))
      throw refused(`Connection "${name}" has to be a URL that begins with ${schemes.join("// or ")}//`);
  }
  return new Map(Object.entries(connections));
}

/**
 * Finds what a uri such as `orders/public.orders` names.
 * @throws NonRetryableError for a connection that this worker does not have
 */
export function placeOf<Connection>(
  uri: string,
  connections: ReadonlyMap<string, Connection>,
): NamedPlace<Connection> {
  const [name = ""] = uri.split("/", 1);
  const connection = connections.get(name);
  if (connection === undefined)
    throw new NonRetryableError(
      `Cannot look at "${uri}": this worker has the connections ${[...connections.keys()].join(", ")} alone`,
    );
  return { name, connection, path: uri.slice(name.length + 1) };
}

function refused(message: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, message);
}
