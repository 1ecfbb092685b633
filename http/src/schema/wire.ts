import type { JsonValue } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";

/** The JSON of a record: its instants are texts. */
export type Wire<Value> = Value extends JsonValue
  ? Value
  : Value extends Date
    ? string
    : Value extends object
      ? { readonly [Name in keyof Value]: Wire<Value[Name]> }
      : Value;

/** A record with `null` for each member that may be absent. */
export type OrNull<Value> = {
  readonly [Name in keyof Value]-?: undefined extends Value[Name]
    ? Exclude<Value[Name], undefined> | null
    : Value[Name];
};

/** Copies a record, at every depth, as its JSON. Lists of runs and of others that grow long are copied field by field instead. */
export function toWire<Value>(record: Value): Wire<Value> {
  return wireOf(record) as Wire<Value>;
}

function wireOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(wireOf);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireOf(member)]));
}

/** A schema of all fields that the JSON has, and of no others: entries that lack one at any depth, or have one too many, do not compile. */
export function wireObject<Json, const Entries extends EntriesOf<Json>>(
  entries: Entries & Fitting<v.InferOutput<v.ObjectSchema<Entries, undefined>>, Json>,
): Parser<Json> {
  return v.object<Entries>(entries) as v.GenericSchema as Parser<Json>;
}

type EntriesOf<Json> = { readonly [Name in keyof Json]-?: v.GenericSchema<unknown, Json[Name]> };

type Fitting<Output, Json> = [Output] extends [Json]
  ? Nothing<Surplus<Output, Json> | Surplus<Json, Output>>
  : { readonly "must be": Json };
type Nothing<Names> = [Names] extends [never] ? unknown : { readonly "differs in": Names };

/** The names, at any depth, that `Given` has and `Other` has not; a record whose names are not known has none. */
type Surplus<Given, Other> = JsonValue extends Given
  ? never
  : Given extends readonly (infer Item)[]
    ? Surplus<Item, Extract<Other, readonly unknown[]>[number]>
    : Given extends object
      ?
          | (string extends keyof Given ? never : Exclude<keyof Given, NameOf<Other>>)
          | { [Name in keyof Given]-?: Surplus<Given[Name], Member<Other, Name>> }[keyof Given]
      : never;
type NameOf<Value> = Value extends object ? keyof Value : never;
type Member<Value, Name> = Value extends object ? (Name extends keyof Value ? Value[Name] : never) : never;
