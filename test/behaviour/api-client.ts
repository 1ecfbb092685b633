import type { RunJson } from "./deployment.ts";

export interface ApiAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Speaks to a management API the way any client does. */
export class ApiClient {
  readonly #fetch: (request: Request) => Response | Promise<Response>;

  constructor(fetch: (request: Request) => Response | Promise<Response>) {
    this.#fetch = fetch;
  }

  async call<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiAnswer<Body>> {
    const request = new Request(`http://127.0.0.1/api/v1${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await this.#fetch(request);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? null : JSON.parse(text)) as Body,
    };
  }

  /** What is answered with a file; fails unless it was found. */
  async download(path: string): Promise<Uint8Array> {
    const response = await this.#fetch(new Request(`http://127.0.0.1/api/v1${path}`));
    if (response.status !== 200) throw new Error(`"${path}" answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Starts a run; fails unless it was accepted. */
  async trigger(
    jobKey: string,
    request: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RunJson> {
    const path = `/jobs/${encodeURIComponent(jobKey)}/instances`;
    const { status, body } = await this.call<{ instance: RunJson }>("POST", path, request, headers);
    if (status !== 202) throw new Error(`Trigger of "${jobKey}" answered ${status}: ${JSON.stringify(body)}`);
    return body.instance;
  }

  async run(id: string): Promise<RunJson> {
    const { status, body } = await this.call<RunJson>("GET", `/instances/${encodeURIComponent(id)}`);
    if (status !== 200) throw new Error(`Run "${id}" answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** The job's runs, newest first. */
  async runsOf(jobKey: string): Promise<readonly RunJson[]> {
    const path = `/instances?jobKey=${encodeURIComponent(jobKey)}&limit=200`;
    const { body } = await this.call<{ items: { id: string }[] }>("GET", path);
    return Promise.all(body.items.map(({ id }) => this.run(id)));
  }

  cancel(id: string, body: object = {}): Promise<ApiAnswer<{ readonly instance: RunJson }>> {
    return this.call("POST", `/instances/${encodeURIComponent(id)}/cancel`, body);
  }

  /** Changes a job's options at its present revision; fails unless it was accepted. */
  async edit(jobKey: string, options: object): Promise<void> {
    const path = `/jobs/${encodeURIComponent(jobKey)}`;
    const { headers } = await this.call("GET", path);
    const { status, body } = await this.call("PATCH", path, options, {
      "if-match": headers.get("etag") ?? "",
    });
    if (status !== 200) throw new Error(`Edit of "${jobKey}" answered ${status}: ${JSON.stringify(body)}`);
  }
}
