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

/** Whether it is a length of time. */
export function isTime(name: string): boolean {
  return name.endsWith("Ms");
}
