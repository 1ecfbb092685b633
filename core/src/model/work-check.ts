/** A check by which work is judged. Texts are expressions, which read `$.SELF`. */
export type Check =
  | { readonly type: "logic"; readonly expression: string }
  | { readonly type: "resource"; readonly use: ResourceUse }
  | { readonly type: "all"; readonly checks: readonly Check[] }
  | { readonly type: "any"; readonly checks: readonly Check[] };

export const ResourceType = { File: "file", Database: "database", Service: "service", Ftp: "ftp" } as const;
export type ResourceType = (typeof ResourceType)[keyof typeof ResourceType];

/** How a resource is looked at. */
export const ResourceTest = {
  /** A file, a folder or a table is there. */
  Exists: "exists",
  /** A query of a database finds rows. */
  Query: "query",
  /** A service responds to GET. */
  Status: "status",
  /** A service, a database or an FTP server takes a connection. */
  Connect: "connect",
} as const;
export type ResourceTest = (typeof ResourceTest)[keyof typeof ResourceTest];

export const TESTS_OF: Readonly<Record<ResourceType, readonly ResourceTest[]>> = {
  file: [ResourceTest.Exists],
  database: [ResourceTest.Connect, ResourceTest.Exists, ResourceTest.Query],
  service: [ResourceTest.Status, ResourceTest.Connect],
  ftp: [ResourceTest.Connect, ResourceTest.Exists],
};

/** A resource outside, and what it must be like. */
export interface ResourceUse {
  /** A name for people. */
  readonly name: string;
  readonly type: ResourceType;
  readonly test: ResourceTest;
  /** An expression whose value is its path or address, or the name of a connection and what is looked for there. */
  readonly uri: string;
  /** The SQL of a `query`, which only reads. */
  readonly query?: string;
  /** The values of the placeholders in the query, in their order. @default nothing */
  readonly values?: readonly QueryValue[];
  /** An expression that also reads what was found, as `$.RESOURCE`. @default of a status: it is 200 to 299; of a query: it finds a row */
  readonly expect?: string;
  /** Looked at again, before it counts as unavailable. @default it is looked at once */
  readonly retry?: { readonly times: number; readonly intervalMs: number };
}

export interface QueryValue {
  readonly expression: string;
}

/** How the end of work is known that goes on elsewhere once its code has ended. */
export type Verify = VerifyLater | AwaitCallback;

/** It has ended once a check holds. */
export interface VerifyLater {
  /** From the end of its code to the first check. */
  readonly afterMs: number;
  readonly everyMs: number;
  /** From the end of its code. */
  readonly timeoutMs: number;
  readonly check: Check;
}

/** It has ended once that is reported at its callback address. */
export interface AwaitCallback {
  readonly callback: true;
  /** From the end of its code. */
  readonly timeoutMs: number;
}

/** Whether a check looks at a resource, so that it is a worker's to make. */
export function usesResource(check: Check): boolean {
  if (check.type === "logic") return false;
  return check.type === "resource" || check.checks.some(usesResource);
}

/** Whether a check judges by logic somewhere. */
export function usesLogic(check: Check): boolean {
  if (check.type === "resource") return false;
  return check.type === "logic" || check.checks.some(usesLogic);
}

/** A check in two, both of which must hold: what a worker looks at, and what is judged by a run's values alone. */
export interface SplitCheck {
  readonly resources: readonly Check[];
  readonly logic: readonly Check[];
}

/**
 * Parts a check where that changes nothing. Alternatives of both kinds cannot be parted: `mayBeSplit` is false for them.
 * @example
 * ```ts
 * splitCheck({ type: "all", checks: [{ type: "logic", expression: "$.SELF.RESULT.rows > 0" }, { type: "resource", use }] });
 * ```
 */
export function splitCheck(check: Check): SplitCheck {
  if (check.type !== "all")
    return usesResource(check) ? { resources: [check], logic: [] } : { resources: [], logic: [check] };
  const parts = check.checks.map(splitCheck);
  return {
    resources: parts.flatMap(({ resources }) => resources),
    logic: parts.flatMap(({ logic }) => logic),
  };
}

export function mayBeSplit(check: Check): boolean {
  return splitCheck(check).resources.every((one) => !usesLogic(one));
}

/** The resources that a check looks at. */
export function resourcesIn(check: Check): readonly ResourceUse[] {
  if (check.type === "logic") return [];
  return check.type === "resource" ? [check.use] : check.checks.flatMap(resourcesIn);
}
