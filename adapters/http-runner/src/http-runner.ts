import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  type HttpWork,
  type IMoWorkRunner,
  type JsonValue,
  type RunSecrets,
  type WorkAttempt,
  type WorkContext,
  WorkError,
  WorkErrorCode,
  WorkKind,
} from "@mojob/core/ports";
import {
  createOutgoingClient,
  type OutgoingClient,
  type OutgoingClientOptions,
  shownUrl,
} from "./client/outgoing-client.ts";
import type { OutgoingRequest, OutgoingResponse } from "./client/mod.ts";
import { parseJson, unmet } from "./condition.ts";
import { followWork } from "./long-work.ts";
import { followCallback } from "./callback-work.ts";
import { withSecrets } from "./with-secrets.ts";
import { parseSuccess } from "./success.ts";

export type HttpRunnerOptions = OutgoingClientOptions;

/** Where the target reports, and what stands for that in a job's body. */
const CALLBACK_HEADER = "mojob-callback-url";
const CALLBACK_PLACE = "{{callbackUrl}}";
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const WITH_BODY: readonly string[] = ["POST", "PUT", "PATCH"];
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7E\x80-\xFF]*$/;
/** The headers that the client itself sets. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "te",
  "trailer",
]);

/** Runs requests over a client that checks what it connects to. */
class HttpRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof WorkKind.Http = WorkKind.Http;
  readonly handlers: readonly string[] = [];
  readonly #client: OutgoingClient;

  constructor(client: OutgoingClient) {
    this.#client = client;
  }

  canRun({ work }: JobDefinition): boolean {
    return work.kind === WorkKind.Http;
  }

  async run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { definition, context, secrets } = attempt;
    const { key } = definition;
    if (definition.work.kind !== WorkKind.Http)
      throw new NonRetryableError(`Cannot run job "${key}": it is not a request`);
    const { work, privateHeaders } = withSecrets(definition.work, secrets);
    const kept = {
      privateHeaders: [...privateHeaders, CALLBACK_HEADER],
      hasPrivateBody: work.body !== definition.work.body || work.body?.includes(CALLBACK_PLACE) === true,
    };
    const send = this.#sender(kept, secrets);
    const { poll, callback = false, ...success } = parseSuccess(key, work);
    const headers = headersOf(key, work, context);
    const body = bodyOf(work, context.args);
    const { signal, log } = context;
    const { method, url } = { ...work, method: work.method.toUpperCase() };
    if (!METHODS.includes(method))
      throw new NonRetryableError(`Cannot run job "${key}": there is no method "${work.method}"`);
    const sendFirst = async (callbackUrl: string | null): Promise<OutgoingResponse> => {
      const sent =
        callbackUrl === null
          ? { headers, body }
          : {
              headers: { ...headers, [CALLBACK_HEADER]: callbackUrl },
              body: work.body?.replaceAll(CALLBACK_PLACE, callbackUrl) ?? body,
            };
      const response = await send({ method, url, ...sent, signal });
      log.info(`${method} ${shownUrl(url)}: status ${response.status}, ${response.body.length} characters`);
      const lacks = unmet(success, response);
      if (lacks === null) return response;
      throw new WorkError(WorkErrorCode.HttpStatus, {
        status: response.status,
        ...(lacks !== "" && { line: lacks }),
      });
    };
    if (callback) return followCallback(attempt, async (address) => void (await sendFirst(address)));
    const first = await sendFirst(context.callbackUrl ?? null);
    return resultOf(poll === undefined ? first : await followWork(poll, first, headers, send, context));
  }

  /** Secrets stay with the job's own host, and what comes back is masked before anything reads it. */
  #sender(
    kept: Pick<OutgoingRequest, "privateHeaders" | "hasPrivateBody">,
    secrets: RunSecrets | undefined,
  ): OutgoingClient["send"] {
    return async (request) => {
      const response = await this.#client.send({ ...request, ...kept });
      return secrets === undefined ? response : { ...response, body: secrets.mask.text(response.body) };
    };
  }
}

/** The job's own, and which run asks; the run's id is the idempotency key, the same for every attempt. */
function headersOf(key: string, work: HttpWork, context: WorkContext): Record<string, string> {
  for (const [name, value] of Object.entries(work.headers))
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value) || OWN_HEADERS.has(name.toLowerCase()))
      throw new NonRetryableError(`Cannot run job "${key}": header "${name.slice(0, 100)}" cannot be sent`);
  const stated = new Set(Object.keys(work.headers).map((name) => name.toLowerCase()));
  const own = {
    "user-agent": "MoJobScheduler",
    "idempotency-key": encodeURIComponent(context.instanceId),
    "mojob-job-key": encodeURIComponent(context.jobKey),
    "mojob-attempt": String(context.attempt),
    ...(sendsArgs(work) && { "content-type": "application/json" }),
  };
  return {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => !stated.has(name))),
    ...work.headers,
  };
}

function sendsArgs({ method, body }: HttpWork): boolean {
  return body === null && WITH_BODY.includes(method.toUpperCase());
}

function bodyOf(work: HttpWork, args: JsonValue): string | null {
  return sendsArgs(work) ? JSON.stringify(args) : work.body;
}

/** The JSON that came back, or the text; a result that is too large is cut where results are kept. */
function resultOf({ body }: OutgoingResponse): JsonValue {
  if (body.trim() === "") return null;
  return parseJson(body) ?? body;
}

/**
 * A runner for jobs whose work is an HTTP request. Private, local and link-local addresses are refused unless `allow`
 * lists them, whatever name, notation or redirect leads to them.
 * @throws MoJobError `invalid_configuration` for an entry of `allow` or `hosts` that cannot be read
 * @example
 * ```ts
 * import { httpRunner } from "@mojob/http-runner";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({
 *   app: "shop",
 *   jobs: [],
 *   runners: [httpRunner({ hosts: ["api.example.com"] })],
 * });
 * await scheduler.jobs.create({
 *   key: "shop.rebuild-index",
 *   app: "shop",
 *   kind: "triggered",
 *   work: {
 *     kind: "http",
 *     method: "POST",
 *     url: "https://api.example.com/index",
 *     headers: {},
 *     body: null,
 *     success: { status: [202], poll: { done: { json: { "/state": "done" } } } },
 *   },
 * });
 * await close();
 * ```
 */
export function httpRunner(options: HttpRunnerOptions = {}): IMoWorkRunner<JobContext> {
  return new HttpRunner(createOutgoingClient(options));
}
