import type { Permission } from "./permission.ts";

/** The permissions that a caller needs. */
export interface Needs {
  readonly always: readonly Permission[];
  /** Permissions of which a request needs none, one or several: it depends on what the request asks for. */
  readonly sometimes: readonly Permission[];
}
