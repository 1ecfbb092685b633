import type { Permission } from "./permission.ts";

/** The permissions that a caller needs. */
export interface Needs {
  readonly always: readonly Permission[];
  /** Of these a request needs none, one or several: it depends on what it asks for. */
  readonly sometimes: readonly Permission[];
}
