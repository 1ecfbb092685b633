import {
  type OperationResponse,
  type OperationId,
  type OperationRequest,
  OPERATIONS,
  operationUrl,
  type Problem,
} from "@mojob/client/operations";
import { ApiError, ApiErrorKind } from "./api-error.ts";
import { apiRoot } from "./api-root.ts";
import { fetchOnce } from "./early-response.ts";
import { parseExactJson } from "../base/exact-json.ts";

export type {
  OperationResponse as ApiAnswer,
  OperationId,
  OperationRequest as ApiRequest,
} from "@mojob/client/operations";

const NO_CONTENT = 204;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The language texts are wanted in. */
  readonly language?: string;
  /** The revision an edit is meant for; `*` is any. */
  readonly ifMatch?: number | "*";
  readonly idempotencyKey?: string;
  /** Sent in place of the session, to begin one. */
  readonly token?: string;
  /** The body as it is, in place of `body`: what a person typed is judged by the server, not rewritten here. */
  readonly rawBody?: string;
  /** @default each response that was asked for before the panel was loaded is taken once */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Calls the API.
 * @throws ApiError always that
 */
export async function callApi<Id extends OperationId>(
  id: Id,
  request: OperationRequest<Id>,
  options: CallOptions = {},
): Promise<OperationResponse<Id>> {
  const { response, text } = await send(id, request, options);
  if (response.status === NO_CONTENT) return text;
  try {
    return parseExactJson(text) as OperationResponse<Id>;
  } catch {
    throw new ApiError(ApiErrorKind.Foreign, response.status, "The answer is not the scheduler's");
  }
}

/** Calls an operation whose response is a text. @throws ApiError always that */
export async function callForText<Id extends OperationId>(
  id: Id,
  request: OperationRequest<Id>,
  options: CallOptions = {},
): Promise<string> {
  return (await send(id, request, options)).text;
}

async function send<Id extends OperationId>(
  id: Id,
  request: OperationRequest<Id>,
  options: CallOptions,
): Promise<{ readonly response: Response; readonly text: string }> {
  const { method } = OPERATIONS[id];
  const { fetch: fetchIt = fetchOnce, signal, rawBody } = options;
  const hasNoBody = method === "GET" || method === "DELETE";
  const body = rawBody ?? (hasNoBody ? undefined : JSON.stringify(request.body ?? {}));
  let response: Response;
  let text: string;
  try {
    response = await fetchIt(apiUrl(id, request), {
      method,
      headers: headersOf(options, body !== undefined),
      credentials: "same-origin",
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(ApiErrorKind.Offline, 0, "The scheduler does not respond");
  }
  if (!response.ok) throw refusal(response, text);
  return { response, text };
}

/** Where an operation is found. */
export function apiUrl<Id extends OperationId>(id: Id, request: OperationRequest<Id>): string {
  return operationUrl(id, request, apiRoot());
}

function headersOf(
  { language, ifMatch, idempotencyKey, token }: CallOptions,
  hasBody: boolean,
): Record<string, string> {
  return {
    Accept: "application/json",
    "MoJob-Client": "panel",
    ...(hasBody && { "Content-Type": "application/json" }),
    ...(language !== undefined && { "Accept-Language": language }),
    ...(ifMatch !== undefined && { "If-Match": ifMatch === "*" ? "*" : `"${ifMatch}"` }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
}

function refusal(response: Response, text: string): ApiError {
  const { status, statusText, headers } = response;
  if (headers.get("Content-Type")?.startsWith("application/problem+json") === true) {
    const problem = JSON.parse(text) as Problem;
    return new ApiError(ApiErrorKind.Problem, status, problem.detail, problem);
  }
  const kind = status >= 502 && status <= 504 ? ApiErrorKind.Offline : ApiErrorKind.Foreign;
  return new ApiError(kind, status, `${status} ${statusText}`.trim());
}
