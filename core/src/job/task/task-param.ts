import type { JsonValue } from "../../base/json.ts";
import { type ParamDeclaration, ValueType } from "../../model/task/task-body.ts";
import { NOWHERE, type TaskReference, taskReference } from "./task-value.ts";

/** A parameter of a task: how it is declared, and for the compiler what it is within the task and to callers. */
export interface TaskParam<out T, out TInput> {
  readonly declaration: Omit<ParamDeclaration, "name">;
  readonly "~types"?: { readonly within: T; readonly input: TInput };
}

export type TaskParams = Readonly<Record<string, TaskParam<unknown, unknown>>>;

/** References to the parameters of a task, for its builder. */
export type ParamReferences<Params extends TaskParams> = {
  readonly [Name in keyof Params]: TaskReference<WithinOf<Params[Name]>>;
};

/** The arguments that callers of a task give: `null` where it has no parameters. */
export type TaskInput<Params extends TaskParams> = keyof Params extends never ? null : InputOf<Params>;

type InputOf<Params extends TaskParams> = {
  readonly [Name in RequiredNames<Params>]: InputOfOne<Params[Name]>;
} & { readonly [Name in Exclude<keyof Params, RequiredNames<Params>>]?: InputOfOne<Params[Name]> };

type RequiredNames<Params extends TaskParams> = {
  [Name in keyof Params]: undefined extends InputOfOne<Params[Name]> ? never : Name;
}[keyof Params];

type WithinOf<Param> = Param extends TaskParam<infer T, unknown> ? T : never;
type InputOfOne<Param> = Param extends TaskParam<unknown, infer TInput> ? TInput : never;

interface ParamOptions<T> {
  /** The value where nobody gives one. @default it has to be given */
  readonly value?: T;
}

interface WithDefault<T> extends ParamOptions<T> {
  readonly value: T;
}

interface DeclareParam<Known extends JsonValue> {
  <T extends Known = Known>(options: WithDefault<T>): TaskParam<T, T | undefined>;
  <T extends Known = Known>(options?: ParamOptions<T>): TaskParam<T, T>;
}

/**
 * Parameters of a task, by the kind of their values: required, unless they have a value of their own.
 * @example
 * ```ts
 * import { param } from "@mojob/core/tasks";
 *
 * const params = {
 *   day: param.text(),
 *   limit: param.number<number>({ value: 40 }),
 *   files: param.json<readonly string[]>(),
 * };
 * ```
 */
export const param: {
  readonly text: DeclareParam<string>;
  readonly number: DeclareParam<number>;
  readonly truth: DeclareParam<boolean>;
  readonly json: <T>(options?: ParamOptions<T & JsonValue>) => TaskParam<T, T>;
} = {
  text: declared(ValueType.Text),
  number: declared(ValueType.Number),
  truth: declared(ValueType.Boolean),
  json: declared(ValueType.Json),
};

function declared(type: ValueType): (options?: ParamOptions<JsonValue>) => TaskParam<never, never> {
  return ({ value } = {}) => ({
    declaration: {
      type,
      ...(value === undefined ? { required: true } : { value }),
    },
  });
}

export function declarationsOf(params: TaskParams): readonly ParamDeclaration[] {
  return Object.entries(params).map(([name, { declaration }]) => ({ name, ...declaration }));
}

export function referencesTo<Params extends TaskParams>(params: Params): ParamReferences<Params> {
  const references = Object.keys(params).map((name) => [
    name,
    taskReference({
      type: "path",
      root: "TASK",
      steps: [
        { type: "name", name: "PARAMS" },
        { type: "name", name },
      ],
      at: NOWHERE,
    }),
  ]);
  return Object.fromEntries(references) as ParamReferences<Params>;
}
