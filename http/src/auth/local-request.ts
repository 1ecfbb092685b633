import { HttpProblemCode, type ProblemCode } from "../problem/problem-code.ts";
import { isLoopbackHost, isOwnOrigin } from "./loopback.ts";
import { type IncomingRequest, isForwarded, isLocalPeer } from "./peer.ts";

/** Why a request is refused. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
}

/**
 * Why a request does not count as one of this machine; `null` where it does. It must come on a connection of this machine,
 * as far as the server knows; no proxy may have forwarded it; its `Host` must be loopback (another one is DNS rebinding);
 * and no page of another site may have sent it.
 * @param origins of the pages that may call from a browser besides our own
 */
export function foreignness(incoming: IncomingRequest, origins: readonly string[]): Refusal | null {
  const { request, peer } = incoming;
  const { headers } = request;
  const host = headers.get("Host") ?? URL.parse(request.url)?.host ?? "";
  if ((peer !== null && !isLocalPeer(peer)) || isForwarded(request)) {
    return {
      code: HttpProblemCode.ForeignHost,
      detail: "Without a token only direct requests from the same machine are served; configure a token",
    };
  }
  if (!isLoopbackHost(host)) {
    return {
      code: HttpProblemCode.ForeignHost,
      detail: `Without a token only localhost, 127.0.0.1 and [::1] are served, not "${host}"; configure a token`,
    };
  }
  const origin = headers.get("Origin");
  if (origin !== null) {
    if (isOwnOrigin(origin, host) || origins.includes(origin)) return null;
    return { code: HttpProblemCode.ForeignOrigin, detail: `Pages of "${origin}" may not use this API` };
  }
  // A link from another site may open a page; nothing else of another site's page may reach this machine.
  if (headers.get("Sec-Fetch-Site") === "cross-site" && headers.get("Sec-Fetch-Mode") !== "navigate") {
    return { code: HttpProblemCode.ForeignOrigin, detail: "Pages of other sites may not use this API" };
  }
  return null;
}
