import type { JsonValue } from "@mojob/core/ports";
import { filled } from "./filled.ts";
import { pathMistake } from "./name-rule.ts";
import { pathRefused } from "./file-errors.ts";

/** A file or folder below a root of the worker: `in:orders/a.csv`, or the same in two members. `{args.day}` in the path stands for an argument. */
export type Place = string | { readonly root: string; readonly path: string };

/** Names of roots, which stand before a colon. */
export const ROOT_NAME: RegExp = /^[a-z][a-z0-9-]{0,31}$/;

/** A place whose path is complete. */
export interface FoundPlace {
  readonly root: string;
  /** The names on the way; none is the root itself. */
  readonly names: readonly string[];
  /** Both, as people write it. */
  readonly text: string;
}

/** The root and path that a place states, before arguments are filled in; `null` where it names no root. */
export function partsOf(place: Place): { readonly root: string; readonly path: string } | null {
  if (typeof place !== "string") return place;
  const colon = place.indexOf(":");
  return colon < 0 ? null : { root: place.slice(0, colon), path: place.slice(colon + 1) };
}

/** @throws WorkError `path_refused`; NonRetryableError for an argument that is not there */
export function findPlace(place: Place, args: JsonValue): FoundPlace {
  const { root, path } = partsOf(place) ?? { root: "", path: "" };
  const complete = filled(path, args);
  const text = `${root}:${complete}`;
  const names = complete === "" || complete === "." ? [] : complete.split("/");
  const mistake = pathMistake(names);
  if (mistake !== null) throw pathRefused(text, mistake);
  return { root, names, text };
}
