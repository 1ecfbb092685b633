import { isOwnOrigin } from "./loopback.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request may count as what its cookie says: it changes nothing, or a page of ours sent it. */
export function isSafeWithCookie(request: Request): boolean {
  return SAFE_METHODS.has(request.method) || isFromOwnPage(request);
}

/** Whether a page of another site sent a request, as far as a browser says. */
export function isOfForeignPage(request: Request): boolean {
  const { headers } = request;
  const isOfPage = headers.has("Sec-Fetch-Site") || headers.has("Origin");
  return isOfPage && !SAFE_METHODS.has(request.method) && !isFromOwnPage(request);
}

/** A proxy may change `Host`; what the browser says of the request is right in any case. */
function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const host = request.headers.get("Host") ?? new URL(request.url).host;
  return isOwnOrigin(request.headers.get("Origin") ?? "", host);
}
