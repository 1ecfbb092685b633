import type { ApiError } from "./api-error.ts";
import { issueWords } from "./issue-words.ts";
import { errorWords } from "./problem-words.ts";

/** The mistakes of a body, by the first name of each pointer. */
export type FieldMistakes = Readonly<Record<string, string>>;

/** Why the API refused a body, at its fields; what concerns none of them is shown at `rest`. */
export function fieldMistakes(error: ApiError, rest: string): FieldMistakes {
  const errors = error.problem?.errors ?? [];
  if (errors.length === 0) return { [rest]: errorWords(error).title };
  const found: Record<string, string> = {};
  for (const issue of errors) {
    const [, first = "", second] = (issue.pointer ?? "").split("/");
    const name = first === "options" && second !== undefined ? second : first;
    found[name === "" ? rest : name] ??= issueWords(issue);
  }
  return found;
}

/** Why the API refused a JSON text within a body, by pointer into that text. */
export function mistakesBelow({ problem }: ApiError, name: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const issue of problem?.errors ?? []) {
    const { pointer = "" } = issue;
    if (pointer === `/${name}` || pointer.startsWith(`/${name}/`))
      found.set(pointer.slice(name.length + 1), issueWords(issue));
  }
  return found;
}
