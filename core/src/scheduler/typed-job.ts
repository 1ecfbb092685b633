import type { JsonValue } from "../base/json.ts";

/** The argument and result types of a job. Only the compiler knows them: nothing of them exists at run time. */
export interface JobTypes<TInput, TResult> {
  readonly input: TInput;
  readonly result: TResult;
}

/** A job as `defineTriggeredJob()`, `defineRecurringJob()`, `triggered()` and `recurring()` return it. */
export interface TypedJob<TInput, TResult> {
  /** The class's name: after the app, the end of its default key. */
  readonly typeName: string;
  readonly options: { readonly key?: string };
  readonly "~types"?: JobTypes<TInput, TResult>;
}

/** A job's class. */
export type TypedJobClass<TInput, TResult> = (abstract new (...dependencies: never[]) => {
  readonly "~input"?: readonly [TInput];
  execute(...given: never[]): TResult;
}) & { readonly options: { readonly key?: string } };

/** A job that can be named in code by itself instead of by its key. */
export type JobReference<TInput, TResult> = TypedJob<TInput, TResult> | TypedJobClass<TInput, TResult>;

/** The type of a value once it was kept as JSON: dates are text, methods are absent, nothing is `null`. */
export type AsJson<Value> = unknown extends Value
  ? Value
  : JsonValue extends Value
    ? JsonValue
    : AsPlainJson<Value>;

type AsPlainJson<Value> = Value extends undefined | void
  ? null
  : Value extends string | number | boolean | null
    ? Value
    : Value extends { toJSON(): infer Json }
      ? AsJson<Json>
      : Value extends (...given: never[]) => unknown
        ? never
        : Value extends readonly unknown[]
          ? { readonly [Index in keyof Value]: AsJson<Value[Index]> }
          : Value extends object
            ? { readonly [Name in keyof Value]: AsJsonProperty<Value[Name]> }
            : Value;

/** A property that may be absent stays so. */
type AsJsonProperty<Value> = undefined extends Value
  ? AsJson<Exclude<Value, undefined>> | undefined
  : AsJson<Value>;
