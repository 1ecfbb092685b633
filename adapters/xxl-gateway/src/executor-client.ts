import type { JsonValue } from "@mojob/core/ports";
import { createOutgoingClient, type OutgoingClient } from "@mojob/http-runner/client";
import { hostOf, type TenantOptions, type XxlApp } from "./gateway-options.ts";
import { type Answer, parseAnswer } from "./wire/answer.ts";
import type { NodeDirectory } from "./nodes/node-directory.ts";
import type { Registration } from "./wire/registration.ts";
import { type RunCall, runCallBody } from "./wire/run-call.ts";

/** An executor returns a whole log at once. */
const LARGEST_LOG_MB = 64;
/** Shorter than any executor keeps an idle connection, so that none is ended while a call is sent on it. */
const KEEP_CONNECTION_MS = 3000;
/** Errors of a connection that was never made: whatever was to be sent has not arrived. */
const UNCONNECTED: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);

/** Calls the executors of one app. Each call rejects where the executor cannot be reached or sends no proper response. */
export class ExecutorClient {
  readonly #app: XxlApp;
  readonly #nodes: Pick<NodeDirectory, "isListed" | "isNewer" | "tokenOf">;
  readonly #create: (allow: readonly string[]) => OutgoingClient;
  readonly #client: OutgoingClient;
  readonly #ofListed = new Map<string, OutgoingClient>();

  constructor(
    app: XxlApp,
    { callTimeoutMs, resolve }: TenantOptions,
    nodes: Pick<NodeDirectory, "isListed" | "isNewer" | "tokenOf">,
  ) {
    this.#app = app;
    this.#nodes = nodes;
    this.#create = (allow) =>
      createOutgoingClient({
        allow,
        onlyAllowed: true,
        timeoutMs: callTimeoutMs,
        maxResponseMb: LARGEST_LOG_MB,
        // A redirect would take the token to an address that nobody approved.
        maxRedirects: 0,
        resolve,
        keepConnectionMs: KEEP_CONNECTION_MS,
      });
    this.#client = this.#create(app.allow);
  }

  /** An address on the list approves its own host, and no longer than it is on the list. */
  #clientOf(address: string): OutgoingClient {
    const host = hostOf(address);
    if (this.#app.guard.mayAsk(host) || !this.#nodes.isListed(this.#nodeAt(address))) return this.#client;
    const client = this.#ofListed.get(host) ?? this.#create([host]);
    this.#ofListed.set(host, client);
    return client;
  }

  /** Code 200 says that the run is queued there; a timeout says nothing. */
  run(address: string, call: RunCall, signal: AbortSignal): Promise<Answer> {
    const path = this.#nodes.isNewer(this.#nodeAt(address)) ? "trigger" : "run";
    return this.#call(address, path, runCallBody(call), signal);
  }

  /** Ends the run of this job that goes on, and those that wait behind it. */
  kill(address: string, jobId: number, signal: AbortSignal): Promise<Answer> {
    return this.#call(address, "kill", { jobId }, signal);
  }

  /** Whether it is there. */
  beat(address: string, signal: AbortSignal): Promise<Answer> {
    return this.#call(address, "beat", "", signal);
  }

  /** Code 200 says that it neither runs this job nor has it waiting. */
  idleBeat(address: string, jobId: number, signal: AbortSignal): Promise<Answer> {
    return this.#call(address, "idleBeat", { jobId }, signal);
  }

  /** @param from the number of the first line, from 1 */
  log(
    address: string,
    { logId, sentAtMs }: Pick<RunCall, "logId" | "sentAtMs">,
    from: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    // Two names for one thing: clients of 3.5 read the second.
    const body = { logId, logDateTim: sentAtMs, logDateTime: sentAtMs, fromLineNum: from };
    return this.#call(address, "log", body, signal);
  }

  #nodeAt(address: string): Registration {
    return { appName: this.#app.name, address };
  }

  async #call(address: string, path: string, body: JsonValue, signal: AbortSignal): Promise<Answer> {
    const headers = {
      "content-type": "application/json;charset=UTF-8",
      "xxl-job-access-token": this.#nodes.tokenOf(this.#nodeAt(address)) ?? this.#app.token ?? "",
      // Executors of 3.5 refuse a call without it; the others do not read it.
      "xxl-job-appname": this.#app.name,
    };
    const url = `${address}${path}`;
    const { status, body: text } = await this.#clientOf(address).send({
      method: "POST",
      url,
      headers,
      body: JSON.stringify(body),
      signal,
    });
    if (status !== 200) throw new Error(`Executor "${address}" responded to "${path}" with status ${status}`);
    return parseAnswer(text);
  }
}

/** Whether an error says that nothing was sent. */
export function isUnconnected(error: unknown): boolean {
  return error instanceof Error && UNCONNECTED.has((error as { readonly code?: unknown }).code);
}
