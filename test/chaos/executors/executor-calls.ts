import type { SeededRandom } from "../faults/seeded-random.ts";
import type { Member } from "../harness/member.ts";

/** Of the executors of app "chaos", in every program of the harness. */
export const EXECUTOR_TOKEN = "c0ffee00c0ffee11c0ffee22";

const RESPONDS_WITHIN_MS = 6000;
/** The executor protocol allows 404 and 409 for what is not known any more, 4xx for nonsense, 503 while a store is unavailable. */
const NEVER = new Set([500, 501, 502, 504]);

export interface CallResponse {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- What a client of another language reads, whatever it is.
  readonly body: any;
}

export interface LeasedRun {
  readonly lease: string;
  readonly id: string;
  readonly jobKey: string;
  readonly attempt: number;
}

/** One executor's calls of the protocol: to the member where it registered, until that does not respond. */
export class ExecutorCalls {
  readonly #members: readonly Member[];
  readonly #random: SeededRandom;
  readonly #surprises: string[];
  #url: string | null = null;
  #id: string | null = null;

  constructor(members: readonly Member[], random: SeededRandom, surprises: string[]) {
    this.#members = members;
    this.#random = random;
    this.#surprises = surprises;
  }

  /** `null` until it is registered, and again when its gateway is gone. */
  get id(): string | null {
    return this.#id;
  }

  /** Registers at any member; resolves to its id. */
  async register(name: string, jobs: readonly object[]): Promise<string | null> {
    this.#url = this.#random.pick(this.#members).url;
    const registered = await this.call("register", { app: "chaos", name, jobs, limit: 4 });
    this.#id = registered?.status === 201 ? (registered.body.executor as string) : null;
    return this.#id;
  }

  /** Makes no call as this executor any more. */
  forget(): void {
    this.#id = null;
  }

  /** `null` where no response came. */
  async call(name: string, body: object): Promise<CallResponse | null> {
    if (this.#url === null) return null;
    try {
      const response = await fetch(new URL(`/api/v1/executor/${name}`, this.#url), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${EXECUTOR_TOKEN}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(RESPONDS_WITHIN_MS),
      });
      const called = { status: response.status, body: await response.json() };
      if (NEVER.has(called.status))
        this.#surprises.push(
          `"${name}" was responded to with ${called.status} ${JSON.stringify(called.body)}`,
        );
      if (called.status === 404) this.forget();
      return called;
    } catch {
      return null;
    }
  }

  /** A call that says which executor makes it; without a response it registers again. */
  async callAs(name: string, body: object): Promise<CallResponse | null> {
    if (this.#id === null) return null;
    const called = await this.call(name, { executor: this.#id, ...body });
    if (called === null) this.forget();
    return called;
  }
}
