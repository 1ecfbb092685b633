import { isAbsolute, resolve } from "node:path";
import { ROOT_NAME } from "../place/place.ts";

/** A folder of the worker's machine in which jobs do something with files. */
export interface FileRoot {
  /** Its absolute path. Who may edit a job of the app sees all below. */
  readonly folder: string;
  /** Whether jobs may read there and nothing else. @default false */
  readonly readOnly?: boolean;
  /** The tenants whose jobs have it. @default all that the worker serves */
  readonly tenants?: readonly string[];
}

/** A root as the runner keeps it. */
export interface OpenRoot {
  readonly name: string;
  readonly folder: string;
  readonly isReadOnly: boolean;
  readonly tenants: ReadonlySet<string> | null;
}

/** @throws TypeError for a name or folder that is none */
export function parseRoots(roots: Readonly<Record<string, FileRoot>>): ReadonlyMap<string, OpenRoot> {
  return new Map(
    Object.entries(roots).map(([name, { folder, readOnly = false, tenants }]) => {
      if (!ROOT_NAME.test(name))
        throw new TypeError(
          `Root "${name}" has to have a name of 1 to 32 lower-case letters, digits and "-", a letter first`,
        );
      if (!isAbsolute(folder))
        throw new TypeError(`Root "${name}" has to have an absolute path, and "${folder}" is none`);
      return [
        name,
        {
          name,
          folder: resolve(folder),
          isReadOnly: readOnly,
          tenants: tenants === undefined ? null : new Set(tenants),
        },
      ];
    }),
  );
}
