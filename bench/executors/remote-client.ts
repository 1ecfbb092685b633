interface Leased {
  readonly lease: string;
  readonly id: string;
}

export interface RemoteClientOptions {
  readonly url: string;
  readonly handlers: readonly string[];
  /** Runs at once. */
  readonly limit: number;
  /** Called with each batch of runs as it arrives. */
  readonly onBegin: (runs: readonly Leased[]) => void;
}

/** A program that polls, does nothing and settles: what the smallest client of the protocol does. */
export class RemoteClient {
  readonly #options: RemoteClientOptions;
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[] = [];
  #executor = "";

  constructor(options: RemoteClientOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { handlers, limit } = this.#options;
    const { executor } = await this.#call<{ readonly executor: string }>("register", {
      app: "shop",
      handlers,
      limit,
    });
    this.#executor = executor;
    this.#loops.push(this.#poll(), this.#beat());
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#loops);
    await fetch(`${this.#options.url}/api/v1/executor/leave`, this.#request({ executor: this.#executor }));
  }

  async #poll(): Promise<void> {
    const { limit, onBegin } = this.#options;
    let [ack, held] = [0, 0];
    let wake = (): void => {};
    while (!this.#stop.signal.aborted) {
      if (held >= limit) await new Promise<void>((resolve) => (wake = resolve));
      const { batch, runs } = await this.#call<{
        readonly batch: number;
        readonly runs: readonly Leased[];
      }>("poll", { max: Math.min(1000, limit - held), waitMs: 10_000, ack });
      ack = batch;
      held += runs.length;
      if (runs.length === 0) continue;
      onBegin(runs);
      const results = runs.map(({ lease }) => ({ lease, status: "succeeded", result: null }));
      void this.#call("settle", { results }).then(
        () => {
          held -= runs.length;
          wake();
        },
        () => {},
      );
    }
  }

  async #beat(): Promise<void> {
    while (!this.#stop.signal.aborted) await this.#call("heartbeat", { waitMs: 3000 });
  }

  async #call<Answer>(name: string, body: object): Promise<Answer> {
    const request = this.#request({ ...(this.#executor !== "" && { executor: this.#executor }), ...body });
    const signal = this.#stop.signal;
    const response = await fetch(`${this.#options.url}/api/v1/executor/${name}`, { ...request, signal });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  #request(body: object): RequestInit {
    return {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
    };
  }
}

export const TOKEN = "c0ffee00c0ffee11c0ffee22";
