/**
 * The arguments of a run of a task, with the body's values for those that were not given; `null` where there are none.
 *
 * @param body the task's
 */
export function paramsOf(body: Readonly<Record<string, unknown>>, args: unknown): unknown {
  const declared = Array.isArray(body["params"]) ? (body["params"] as readonly unknown[]) : [];
  const defaults = Object.fromEntries(declared.flatMap(defaultOf));
  if (args !== null && args !== undefined && (typeof args !== "object" || Array.isArray(args))) return args;
  const params = { ...defaults, ...args };
  return Object.keys(params).length === 0 ? null : params;
}

function defaultOf(param: unknown): readonly (readonly [string, unknown])[] {
  if (typeof param !== "object" || param === null) return [];
  const { name, value } = param as { readonly name?: unknown; readonly value?: unknown };
  return typeof name === "string" && value !== undefined ? [[name, value]] : [];
}
