export { API_BASE } from "./route/api-context.ts";
export type { ApiExtension } from "./route/api-extension.ts";
export type { FindSigner } from "./auth/find-signer.ts";
export type { TokenHolder } from "./auth/token-holders.ts";
export { HttpProblemCode } from "./problem/problem-code.ts";
export { httpProblem } from "./problem/problem.ts";
export type { Parser } from "./request/validate.ts";
export { defineRoute, jsonResponse, type Route, type RouteRequest, RouteTag } from "./route/route.ts";
export { appName, flag, json, jobKey, line, listOf, oneOf, text, wholeNumber } from "./schema/fields.ts";
export { strictObject } from "./schema/strict-object.ts";
export {
  declareAll,
  declaredJob,
  type DeclaredJobJson,
  declareAt,
} from "./resources/registrations/declared-job.ts";
