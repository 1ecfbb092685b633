import { HttpProblemCode, type ProblemCode } from "../problem/problem-code.ts";
import { isLoopbackHost, isOwnOrigin } from "./loopback.ts";
import { type IncomingRequest, isForwarded, isLocalPeer } from "./peer.ts";

/** Why a request is refused. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
}

/** Programs of today speak 1.1; this is what proxies send that are not told otherwise, and add no header. */
const PROXY_VERSION = "1.0";

/**
 * Why a request does not count as one of this machine; `null` where it does. The server must know that it came on a connection of this
 * machine; no proxy may have forwarded it; its `Host` must be loopback (another one is DNS rebinding); and no page of another site may
 * have sent it.
 * @param origins of the pages that may call from a browser besides our own
 */
export function foreignness(incoming: IncomingRequest, origins: readonly string[]): Refusal | null {
  const { request, peer, httpVersion } = incoming;
  const { headers } = request;
  const host = headers.get("Host") ?? URL.parse(request.url)?.host ?? "";
  if (peer === null) {
    return foreignHost(
      "Without a token only requests of the same machine are served, and the server does not pass on where this one comes from",
    );
  }
  if (!isLocalPeer(peer) || isForwarded(request) || httpVersion === PROXY_VERSION) {
    return foreignHost("Without a token only direct requests from the same machine are served");
  }
  if (!isLoopbackHost(host)) {
    return foreignHost(`Without a token only localhost, 127.0.0.1 and [::1] are served, not "${host}"`);
  }
  const origin = headers.get("Origin");
  if (origin !== null) {
    if (isOwnOrigin(origin, host) || origins.includes(origin)) return null;
    return { code: HttpProblemCode.ForeignOrigin, detail: `Pages of "${origin}" may not use this API` };
  }
  // A page that a proxy serves under another name names itself, also where the proxy shows nothing of it.
  const page = headers.get("Referer");
  if (page !== null && headers.get("Sec-Fetch-Site") === "same-origin" && !isOfHost(page, host)) {
    return foreignHost("Without a token only direct requests from the same machine are served");
  }
  // A link from another site may open a page; nothing else of another site's page may reach this machine.
  const isLink = request.method === "GET" && headers.get("Sec-Fetch-Mode") === "navigate";
  if (headers.get("Sec-Fetch-Site") === "cross-site" && !isLink) {
    return { code: HttpProblemCode.ForeignOrigin, detail: "Pages of other sites may not use this API" };
  }
  return null;
}

/** Whether an address is of this host, as the request names it. */
function isOfHost(address: string, host: string): boolean {
  return isOwnOrigin(URL.parse(address)?.origin ?? "", host);
}

function foreignHost(reason: string): Refusal {
  return { code: HttpProblemCode.ForeignHost, detail: `${reason}; configure a token` };
}
