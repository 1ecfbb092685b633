import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { WorkError, WorkErrorCode } from "@mojob/core/ports";
import ipaddr from "ipaddr.js";
import { type AddressGuard, createAddressGuard, type GuardOptions } from "./address-guard.ts";
import { checkedAddresses, refusal, type ResolveHost, resolveHost } from "./checked-addresses.ts";
import { fixedLookup } from "./fixed-lookup.ts";
import type { LookupFunction } from "node:net";

export interface OutgoingClientOptions extends GuardOptions {
  /** For one request, from its start to the last byte of the response. @default 30_000 */
  readonly timeoutMs?: number;
  /** The largest response that is read, in MB. @default 1 */
  readonly maxResponseMb?: number;
  /** How many redirects are followed, each checked as the first address was. @default 3 */
  readonly maxRedirects?: number;
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly resolve?: ResolveHost;
  /**
   * How long a connection is kept for other requests to the same host and port; it goes to the address that was checked when
   * it was made. A server that ends it just then fails the request. @default 0: no connection is used twice
   */
  readonly keepConnectionMs?: number;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
  /** Lower-case names of headers that no other host gets, besides those that never leave theirs. @default [] */
  readonly privateHeaders?: readonly string[];
  /** Whether no other host gets the body: a redirect there that would keep it is not followed. @default false */
  readonly hasPrivateBody?: boolean;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** The URL that responded, after redirects. */
  readonly url: URL;
}

/** The one way out of a worker: what it connects to is checked, and what it reads is bounded. */
export interface OutgoingClient {
  /**
   * @throws WorkError `address_refused`, `output_limit`; Error where nothing responded; the signal's reason
   */
  send(request: OutgoingRequest): Promise<OutgoingResponse>;
}

interface Resolved extends Required<Omit<OutgoingClientOptions, keyof GuardOptions | "keepConnectionMs">> {
  readonly agents: Agents;
}

/** The agents that keep connections; `false` uses none twice. */
interface Agents {
  readonly http: HttpAgent | false;
  readonly https: HttpsAgent | false;
}

const MB = 1024 * 1024;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** These keep their method and body; the others become a GET, as in browsers. */
const SAME_METHOD: readonly number[] = [307, 308];
/** Headers for one host alone. */
const PRIVATE: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);

/** @throws MoJobError `invalid_configuration` for an allowed entry that cannot be read */
export function createOutgoingClient(options: OutgoingClientOptions = {}): OutgoingClient {
  const guard = createAddressGuard(options);
  const { timeoutMs = 30_000, maxResponseMb = 1, maxRedirects = 3, resolve = resolveHost } = options;
  const { keepConnectionMs = 0 } = options;
  const kept = { keepAlive: true, timeout: keepConnectionMs };
  const agents: Agents =
    keepConnectionMs === 0
      ? { http: false, https: false }
      : { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  const resolved = { timeoutMs, maxResponseMb, maxRedirects, resolve, agents };
  return { send: (request) => follow(request, guard, resolved) };
}

async function follow(
  first: OutgoingRequest,
  guard: AddressGuard,
  options: Resolved,
): Promise<OutgoingResponse> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([first.signal, deadline]);
  let request = { ...first, signal };
  try {
    for (let hops = 0; ; hops += 1) {
      const url = parseTarget(request.url, guard);
      const response = await sendOnce(url, request, guard, options);
      const location = locationOf(response);
      if (location === undefined || !REDIRECTS.includes(response.status) || hops === options.maxRedirects)
        return response;
      const next = redirected(request, url, new URL(location, url), response.status);
      if (next.body !== null && request.hasPrivateBody === true && new URL(next.url).origin !== url.origin)
        return response;
      request = next;
    }
  } catch (error) {
    first.signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    throw new Error(`"${first.method} ${shownUrl(first.url)}" took longer than ${options.timeoutMs} ms`, {
      cause: error,
    });
  }
}

function redirected<Request extends OutgoingRequest>(
  request: Request,
  from: URL,
  to: URL,
  status: number,
): Request {
  const isSame = from.origin === to.origin;
  const headers = Object.entries(request.headers).filter(
    ([name]) => isSame || !isPrivate(name.toLowerCase(), request),
  );
  const kept = SAME_METHOD.includes(status) || ["GET", "HEAD"].includes(request.method);
  return {
    ...request,
    url: to.href,
    headers: Object.fromEntries(headers),
    ...(!kept && { method: "GET", body: null }),
  };
}

function isPrivate(name: string, { privateHeaders = [] }: OutgoingRequest): boolean {
  return PRIVATE.has(name) || privateHeaders.includes(name);
}

/** Reads an address as browsers do, which makes 127.0.0.1 of `2130706433` and `0x7f.1`, and checks what needs no resolver. */
function parseTarget(text: string, guard: AddressGuard): URL {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new WorkError(WorkErrorCode.AddressRefused, { name: `"${shownUrl(text)}"` });
  const host = hostOf(url);
  if (url.username !== "" || url.password !== "")
    throw new WorkError(WorkErrorCode.AddressRefused, { name: `"${host}" with a password in the address` });
  const isLiteral = ipaddr.isValid(host);
  if (!guard.mayAsk(host) || (isLiteral && !guard.mayConnect(host, host))) throw refusal(host, host);
  return url;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** The address that a response names, if it names one. */
export function locationOf({ headers }: Pick<OutgoingResponse, "headers">): string | undefined {
  return typeof headers["location"] === "string" ? headers["location"] : undefined;
}

/** An address without what may be a secret in it. */
export function shownUrl(text: string): string {
  const url = URL.parse(text);
  return url === null ? text.slice(0, 100) : `${url.protocol}//${url.host}${url.pathname}`;
}

async function sendOnce(
  url: URL,
  request: OutgoingRequest,
  guard: AddressGuard,
  { maxResponseMb, resolve, agents }: Resolved,
): Promise<OutgoingResponse> {
  const host = hostOf(url);
  const addresses = ipaddr.isValid(host)
    ? []
    : await abortable(checkedAddresses(host, guard, resolve), request.signal);
  const response = await exchange(url, request, fixedLookup(addresses), agents);
  const body = await read(response, maxResponseMb);
  return { status: response.statusCode ?? 0, headers: response.headers, body, url };
}

/** Each connection is to an address that was checked for it. A literal address is not looked up. */
function exchange(
  url: URL,
  { method, headers, body, signal }: OutgoingRequest,
  lookup: LookupFunction,
  agents: Agents,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const [send, agent] =
      url.protocol === "https:" ? [httpsRequest, agents.https] : [httpRequest, agents.http];
    const all = body === null ? headers : { ...headers, "content-length": byteLengthOf(body) };
    const sent = send(url, { method, headers: all, lookup, agent, signal }, resolve);
    sent.once("error", reject);
    sent.end(body ?? undefined);
  });
}

/** Does not wait for a resolver that hangs. */
function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => {});
  return Promise.race([work, aborted]);
}

function byteLengthOf(text: string): string {
  return String(new TextEncoder().encode(text).byteLength);
}

async function read(response: IncomingMessage, maxMb: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxMb * MB) {
      response.destroy();
      throw new WorkError(WorkErrorCode.OutputLimit, { limit: maxMb });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
