import type { JsonValue } from "../../base/json.ts";
import type { JobInstance } from "./job-instance.ts";

/** Texts a run is searched by; a run must meet all that are given. */
export interface RunSearch {
  /** Any part of the id, upper and lower case alike. */
  readonly id?: string;
  /** Any part of `errorSummary`, upper and lower case alike. */
  readonly error?: string;
  /** Members of the arguments that are a text, a number, `true` or `false`, written as text. */
  readonly args?: Readonly<Record<string, string>>;
  /** The id of the executor that runs or ran its latest attempt. */
  readonly worker?: string;
}

/** Whether a record meets a search: the definition that every store follows. */
export function meetsSearch(
  record: Pick<JobInstance, "id" | "errorSummary" | "args" | "worker">,
  { id, error, args, worker }: RunSearch,
): boolean {
  return (
    (worker === undefined || record.worker === worker) &&
    (id === undefined || contains(record.id, id)) &&
    (error === undefined || contains(record.errorSummary ?? "", error)) &&
    (args === undefined || Object.entries(args).every(([name, value]) => hasMember(record.args, name, value)))
  );
}

/** The values a member may have so that it is written as this text: the text itself and what it means as JSON. */
export function searchedValues(text: string): readonly (string | number | boolean)[] {
  const isJson = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text);
  return isJson ? [text, JSON.parse(text) as number | boolean] : [text];
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function hasMember(args: JsonValue, name: string, value: string): boolean {
  if (typeof args !== "object" || args === null || Array.isArray(args) || !Object.hasOwn(args, name))
    return false;
  const member = (args as Readonly<Record<string, JsonValue>>)[name];
  return searchedValues(value).some((wanted) => wanted === member);
}
