import { fingerprint, TokenThrottle } from "@mojob/core/engine";
import type { ResolvedGatewayOptions, XxlApp } from "./gateway-options.ts";
import type { NodeDirectory } from "./nodes/node-directory.ts";
import type { RunEntries, TokenScope } from "./runs/run-entries.ts";
import { answerText, SUCCESS } from "./wire/answer.ts";
import { parseCallbacks } from "./wire/callback.ts";
import { parseRegistration } from "./wire/registration.ts";

const PATH = /^\/+(?:xxl-job-admin\/+)?api\/+(registry|registryRemove|callback)\/*$/;
const REFUSED = 500;
const WRONG_APP = "The access token is not that of this app name";
/** Java cuts the message of a result at 50,000 characters, and sends all results that wait at once. */
const LARGEST_BODY = 16 * 1024 * 1024;
/** Operators are told of so many addresses that are not approved; an attacker could invent more. */
const MOST_WARNINGS = 100;
/** Results of a call that are looked up together. */
const PAGE = 200;
/** Most results of unknown runs in one call: those of runs that were forgotten are few. */
const MOST_UNKNOWN = 1000;
const REPORTED_EVERY_MS = 60_000;

/** Where the executors of a tenant register. */
export interface AdminTenant {
  readonly apps: ReadonlyMap<string, XxlApp>;
  readonly directory: NodeDirectory;
  /** Adds an app whose executors register with issued tokens; `undefined` where there can be none. */
  addApp(name: string): XxlApp | undefined;
  /** Called when an executor has registered that was not there. */
  onNewNode(): void;
}

interface ConfiguredScope extends TokenScope {
  readonly appNames: ReadonlySet<string>;
}

interface CallerScope extends TokenScope {
  /** Whether the token was made while everything runs. */
  readonly isIssued: boolean;
}

/** The side of XXL-JOB's admin that executors call. Every response has status 200: some clients take nothing else. */
export class AdminApi {
  readonly #options: ResolvedGatewayOptions;
  readonly #tenants: ReadonlyMap<string, AdminTenant>;
  readonly #entries: RunEntries;
  readonly #warned = new Set<string>();
  readonly #throttle: TokenThrottle;
  /** When a wrong token of an address was reported last. */
  readonly #reportedAtMs = new Map<string, number>();
  #scopes: Promise<ReadonlyMap<string, ConfiguredScope>> | null = null;

  constructor(
    options: ResolvedGatewayOptions,
    tenants: ReadonlyMap<string, AdminTenant>,
    entries: RunEntries,
  ) {
    this.#options = options;
    this.#tenants = tenants;
    this.#entries = entries;
    this.#throttle = new TokenThrottle(options.clock, (address) =>
      options.onWarning(
        `Too many wrong access tokens of XXL-JOB were sent from "${address}": it is refused for a minute`,
      ),
    );
  }

  /** `null` for a request that is not one of an executor. */
  handle(request: Request, address = "unknown"): Promise<Response> | null {
    const action = PATH.exec(new URL(request.url).pathname)?.[1];
    return action === undefined ? null : this.#handle(action, request, address);
  }

  async #handle(action: string, request: Request, address: string): Promise<Response> {
    try {
      const refusal = await this.#refusalOf(action, request, address);
      return respond(refusal === null ? SUCCESS : REFUSED, refusal);
    } catch (error) {
      this.#options.onError(error);
      return respond(REFUSED, "The scheduler cannot store this now");
    }
  }

  async #refusalOf(action: string, request: Request, address: string): Promise<string | null> {
    if (request.method !== "POST") return "Only POST is supported";
    const waitMs = this.#throttle.waitMs(address);
    if (waitMs > 0)
      return `Too many wrong access tokens were sent from here: wait ${Math.ceil(waitMs / 1000)} s`;
    const token = request.headers.get("xxl-job-access-token") ?? "";
    const scope = await this.#scopeOf(token, address);
    const tenant = scope === undefined ? undefined : this.#tenants.get(scope.tenant);
    if (scope === undefined || tenant === undefined) return this.#wrongToken(token, address);
    const { appNames } = scope;
    const { directory, apps, onNewNode } = tenant;
    const { isIssued } = scope;
    // Clients of 3.5 say with each call who they are.
    const caller = request.headers.get("xxl-job-appname");
    if (caller !== null && !appNames.has(caller)) return WRONG_APP;
    const body = await readBody(request);
    if (body === null) return "The body is too large";
    if (action === "callback") return this.#callback(body, scope);
    const node = parseRegistration(body, caller !== null);
    if (node === null) return "The registration names no app or no address";
    if (!appNames.has(node.appName)) return WRONG_APP;
    const app = apps.get(node.appName) ?? (isIssued ? tenant.addApp(node.appName) : undefined);
    if (app === undefined) return WRONG_APP;
    if (action === "registryRemove") await directory.remove(node);
    else if (!directory.isApproved(node)) return this.#unapproved(app.name, node.address);
    else if (directory.isFull(node)) return this.#full(app.name);
    else if (await directory.register(node, isIssued ? { token, from: address } : null)) onNewNode();
    return null;
  }

  async #callback(body: string, scope: TokenScope): Promise<string | null> {
    const callbacks = parseCallbacks(body);
    if (callbacks === null) return "The body must be a list of results";
    let unknown = 0;
    for (let from = 0; from < callbacks.length; from += PAGE) {
      const page = callbacks.slice(from, from + PAGE);
      // A page at a time, so that a call of unknown results is refused before all of them were looked up.
      // oxlint-disable-next-line no-await-in-loop
      const known = await Promise.all(page.map((callback) => this.#entries.settle(callback, scope)));
      unknown += known.filter((isKnown) => !isKnown).length;
      if (unknown > MOST_UNKNOWN)
        return `More than ${MOST_UNKNOWN} results are of runs that are not known here`;
    }
    return null;
  }

  #full(appName: string): string {
    const text = `${this.#options.maxExecutors} executors of XXL-JOB app "${appName}" are registered already: another one is refused until one of them has ended`;
    this.#warnOnce(text);
    return text;
  }

  #warnOnce(text: string): void {
    if (!this.#warned.has(text) && this.#warned.size < MOST_WARNINGS) {
      this.#warned.add(text);
      this.#options.onWarning(text);
    }
  }

  #unapproved(appName: string, address: string): string {
    const text = `Address "${address}" is not approved for XXL-JOB app "${appName}": add it to the app's addresses, or to its list of executors`;
    this.#warnOnce(text);
    return text;
  }

  /** Reports at most one a minute of each address, and of so many addresses. */
  async #wrongToken(token: string, address: string): Promise<string> {
    this.#throttle.fail(address, await fingerprint(token));
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - (this.#reportedAtMs.get(address) ?? -Infinity) >= REPORTED_EVERY_MS) {
      const isKnown = this.#reportedAtMs.has(address);
      if (isKnown || this.#reportedAtMs.size < MOST_WARNINGS) {
        this.#reportedAtMs.set(address, nowMs);
        this.#options.onWarning(`A wrong access token of XXL-JOB was sent from "${address}"`);
      }
    }
    return "The access token is wrong";
  }

  /** Hashes are compared, so that the time it takes says nothing of a token. */
  async #scopeOf(token: string, address: string): Promise<CallerScope | undefined> {
    this.#scopes ??= this.#hashTokens();
    const configured = (await this.#scopes).get(await fingerprint(token));
    if (configured !== undefined) return { ...configured, isIssued: false };
    const issued = (await this.#options.issued?.find(token, address)) ?? null;
    return issued === null ? undefined : { ...issued, isIssued: true };
  }

  async #hashTokens(): Promise<ReadonlyMap<string, ConfiguredScope>> {
    const scopes = new Map<string, ConfiguredScope>();
    for (const [tenant, apps] of this.#options.tenants)
      for (const { name, token } of apps.values()) {
        if (token === null) continue;
        const hash = await fingerprint(token);
        scopes.set(hash, { tenant, appNames: new Set([...(scopes.get(hash)?.appNames ?? []), name]) });
      }
    return scopes;
  }
}

function respond(code: number, message: string | null): Response {
  return new Response(answerText(code, message), { headers: { "content-type": "application/json" } });
}

async function readBody(request: Request): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > LARGEST_BODY) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
