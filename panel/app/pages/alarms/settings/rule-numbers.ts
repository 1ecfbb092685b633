/** The numbers that rules have. */
export type ParameterName =
  | "count"
  | "afterMs"
  | "ofInterval"
  | "factor"
  | "leastMs"
  | "most"
  | "least"
  | "mostMs"
  | "beforeMs"
  | "ofLife";

/** Times are shown and typed in seconds. */
export function isTime(name: string): boolean {
  return name.endsWith("Ms");
}
