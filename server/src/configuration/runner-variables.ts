import * as v from "valibot";
import type { Configuration } from "./configuration.ts";
import { nearestName } from "./nearest-name.ts";
import { SCRIPT_LANGUAGES, type ScriptLanguageName } from "./script-languages.ts";

const list = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(",").map((one) => one.trim()))]),
);

/** Languages, separated by commas. */
export const scriptLanguages: v.GenericSchema<string, ScriptLanguageName[]> = v.pipe(
  list,
  v.array(v.picklist(SCRIPT_LANGUAGES, ({ input }) => languageMistake(String(input)))),
);

/** Programs, separated by commas. */
export const commands: v.GenericSchema<string, string[]> = v.pipe(
  list,
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^(?:[^/]+|\/.*[^/])$/, "must be names of programs or absolute paths, separated by commas"),
    ),
  ),
);

/** One folder. */
export const folder: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.regex(/^\/[^\0]*$/, "must be the absolute path of a folder"),
);

/** Folders, separated by commas. */
export const folders: v.GenericSchema<string, string[]> = v.pipe(
  list,
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^(?:\/|[A-Za-z]:[\\/])/, "must be absolute paths of folders, separated by commas"),
    ),
  ),
);

const ROOT = /^([a-z][a-z0-9-]{0,31})=((?:\/|[A-Za-z]:[\\/]).*?)(:ro)?$/;

/** Folders by name, separated by commas; `:ro` says that one is for reading alone. */
export const fileRoots: v.GenericSchema<string, Configuration["fileJobs"] & object> = v.pipe(
  list,
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        ROOT,
        "must be names and absolute paths of folders, separated by commas: in=/srv/in:ro,out=/srv/out",
      ),
    ),
  ),
  v.transform((all) => all.map((one) => ROOT.exec(one) as RegExpExecArray)),
  v.check(
    (found) => new Set(found.map(([, name]) => name)).size === found.length,
    "must name each folder once",
  ),
  v.transform((found) =>
    Object.fromEntries(
      found.map(([, name = "", folder = "", mark]) => [name, { folder, readOnly: mark !== undefined }]),
    ),
  ),
);

const CONNECTION = /^([^\s/=]+)=((?:postgres(?:ql)?|mysql|mariadb|ftps?):\/\/\S+)$/;

/** Databases and FTP servers by name, separated by spaces. */
export const connections: v.GenericSchema<string, Readonly<Record<string, string>>> = v.pipe(
  v.string(),
  v.transform((text) => text.trim().split(/\s+/)),
  v.array(
    v.pipe(
      v.string(),
      // Not what is wrong with it: it may have a password.
      v.regex(
        CONNECTION,
        "must be names and URLs, separated by spaces: orders=postgres://… (or mysql, mariadb), partner=ftps://… (or ftp)",
      ),
    ),
  ),
  v.transform((list) => list.map((one) => CONNECTION.exec(one) as RegExpExecArray)),
  v.check(
    (found) => new Set(found.map(([, name]) => name)).size === found.length,
    "must name each connection once",
  ),
  v.transform((found) => Object.fromEntries(found.map(([, name = "", url = ""]) => [name, url]))),
);

/** Hosts, separated by commas; what connects to them checks each. */
export const hosts: v.GenericSchema<string, string[]> = v.pipe(
  list,
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[^\s/]+(?:\/\d{1,3})?$/, "must be host names, addresses or ranges, separated by commas"),
    ),
  ),
);

function languageMistake(typed: string): string {
  const near = nearestName(typed, SCRIPT_LANGUAGES);
  const wanted = near === null ? `there are ${SCRIPT_LANGUAGES.join(", ")}` : `did you mean "${near}"?`;
  return `must not list "${typed.slice(0, 40)}", which is no language of scripts; ${wanted}`;
}
