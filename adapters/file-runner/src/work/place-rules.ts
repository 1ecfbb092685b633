import { wanted } from "@mojob/core/engine";
import * as v from "valibot";
import { pathMistake } from "../place/name-rule.ts";
import { type Place, partsOf, ROOT_NAME } from "../place/place.ts";
import type { Source, Target } from "./file-work.ts";

const PLACEHOLDER = /\{args(?:\.[\w$-]+)*\}/g;
export const PLACE_WANTED = 'must be a place such as "in:orders/a.csv"';
export const SOURCE_WANTED: string = `${PLACE_WANTED}, or a stored file as { "stored": "args.report" }`;
const TARGET_WANTED = `${PLACE_WANTED}, or a stored file of the run as { "store": "report.csv" }`;

/** A text that is not empty. */
export function text(max: number): v.GenericSchema<string> {
  return v.pipe(
    v.string(wanted("not_text")),
    v.minLength(1, wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
  );
}

export function oneOf<const Value extends string>(values: readonly Value[]): v.GenericSchema<Value> {
  return v.picklist(values, wanted("not_one_of", { values }));
}

/** The mistake in a path before arguments are filled in; each of them is taken for a name. */
export function statedPathMistake(path: string): string | null {
  const plain = path.replaceAll(PLACEHOLDER, "a");
  return plain === "" || plain === "." ? null : pathMistake(plain.split("/"));
}

function placeMistake(stated: Place): string | null {
  const parts = partsOf(stated);
  if (parts === null || !ROOT_NAME.test(parts.root)) return PLACE_WANTED;
  const mistake = statedPathMistake(parts.path);
  return mistake === null ? null : `${PLACE_WANTED}: ${mistake}`;
}

export const place: v.GenericSchema<Place> = v.pipe(
  v.union(
    [
      v.pipe(v.string(), v.maxLength(4200, wanted("too_long", { max: 4200 }))),
      v.strictObject({
        root: v.string(),
        path: v.pipe(v.string(), v.maxLength(4096, wanted("too_long", { max: 4096 }))),
      }),
    ],
    PLACE_WANTED,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? placeMistake(dataset.value) : null;
    if (message !== null) addIssue({ message });
  }),
);

const stored = v.strictObject({
  stored: v.pipe(v.string(), v.regex(/^args(?:\.[\w$-]{1,200}){0,16}$/, SOURCE_WANTED)),
});

export const source: v.GenericSchema<Source> = v.union([place, stored], SOURCE_WANTED);

export const target: v.GenericSchema<Target> = v.union(
  [place, v.strictObject({ store: text(200) })],
  TARGET_WANTED,
);

/** A pattern of names. */
export const namePattern: v.GenericSchema<string> = v.pipe(
  text(255),
  v.regex(/^[^/]*$/, 'must be a pattern of names such as "*.csv", without "/"'),
);

/** Files in their order. */
export const sources: v.GenericSchema<readonly Source[]> = v.pipe(
  v.array(source, SOURCE_WANTED),
  v.minLength(1, wanted("too_few", { min: 1 })),
  v.maxLength(1000, wanted("too_many", { max: 1000 })),
);
