import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  type IMoWorkRunner,
  type JsonValue,
  RESOURCE,
  resourceOf,
  ResourceTest,
  ResourceType,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
} from "@mojob/core/ports";
import { type Connector, createConnector } from "./client/connect.ts";
import {
  createOutgoingClient,
  type OutgoingClient,
  type OutgoingClientOptions,
  shownUrl,
} from "./client/outgoing-client.ts";
import { parseJson } from "./condition.ts";

/** Ports of addresses that name none. */
const PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Looks at services that jobs of tasks need, through the client that checks what it connects to. */
class ServiceChecks implements IMoWorkRunner<JobContext> {
  readonly kind: typeof RESOURCE = RESOURCE;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[] = [ResourceType.Service];
  readonly #client: OutgoingClient;
  readonly #connect: Connector;

  constructor(client: OutgoingClient, connect: Connector) {
    this.#client = client;
    this.#connect = connect;
  }

  canRun({ work }: JobDefinition): boolean {
    return resourceOf(work)?.type === ResourceType.Service;
  }

  async run({ definition, context }: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { uri = "", test } = resourceOf(definition.work) ?? {};
    const { signal } = context;
    try {
      return await (test === ResourceTest.Connect
        ? this.#connectTo(uri, signal)
        : this.#statusOf(uri, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WorkError || error instanceof NonRetryableError) throw error;
      const line = error instanceof Error ? error.message : String(error);
      throw new WorkError(WorkErrorCode.ServiceUnavailable, { name: shownUrl(uri), line });
    }
  }

  async #statusOf(url: string, signal: AbortSignal): Promise<JsonValue> {
    const headers = { "user-agent": "MoJobScheduler" };
    const { status, body } = await this.#client.send({ method: "GET", url, headers, body: null, signal });
    return { STATUS: status, BODY: parseJson(body) ?? body };
  }

  async #connectTo(uri: string, signal: AbortSignal): Promise<JsonValue> {
    const url = URL.parse(uri);
    const port = url === null ? NaN : Number(url.port === "" ? PORTS[url.protocol] : url.port);
    if (url === null || !Number.isInteger(port) || url.hostname === "")
      throw new NonRetryableError(
        `Cannot connect to "${shownUrl(uri)}": an address such as tcp://db.internal:5432 is wanted`,
      );
    await this.#connect(url.hostname.replace(/^\[(.*)\]$/, "$1"), port, signal);
    return {};
  }
}

/**
 * A runner that looks at services which jobs of tasks need: whether they respond, and with what, or take a connection.
 * Private, local and link-local addresses are refused unless `allow` lists them.
 * @throws MoJobError `invalid_configuration` for an entry of `allow` or `hosts` that cannot be read
 * @example
 * ```ts
 * import { serviceChecks } from "@mojob/http-runner";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { close } = await startEmbedded({ app: "shop", jobs: [], runners: [serviceChecks({ hosts: ["*.example.com"] })] });
 * await close();
 * ```
 */
export function serviceChecks(options: OutgoingClientOptions = {}): IMoWorkRunner<JobContext> {
  return new ServiceChecks(createOutgoingClient(options), createConnector(options));
}
