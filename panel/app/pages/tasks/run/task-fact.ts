import type { JsonValue, TaskFact } from "@mojob/core/words";

type AsJson<Value> = Value extends Date
  ? string
  : Value extends JsonValue
    ? Value
    : Value extends object
      ? { readonly [Name in keyof Value]: AsJson<Value[Name]> }
      : Value;

type Distributed<Fact> = Fact extends unknown ? AsJson<Fact> : never;

/** A fact of a task, as the API sends it. */
export type FactJson = Distributed<TaskFact>;
export type FactOf<Type extends FactJson["type"]> = Extract<FactJson, { readonly type: Type }>;
