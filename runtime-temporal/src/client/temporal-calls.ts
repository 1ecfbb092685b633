import type { MoJobError } from "@mojob/core";
import { unavailable } from "@mojob/temporal-link";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { withinDeadline } from "../link/within-deadline.ts";

/** Calls to the server whose failures say what was to be done, and where. */
export class TemporalCalls {
  readonly #client: Client;
  readonly #address: string | null;

  /** @param address where the server is, for messages; `null` is unnamed */
  constructor(client: Client, address: string | null) {
    this.#client = client;
    this.#address = address;
  }

  /** A workflow that does not exist (any more) is no error. @throws MoJobError `runtime_unavailable` */
  async perform(doing: string, call: () => Promise<unknown>): Promise<void> {
    try {
      await this.withDeadline(call);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw this.unavailable(doing, error);
    }
  }

  withDeadline<Result>(call: () => Promise<Result>): Promise<Result> {
    return withinDeadline(this.#client, call);
  }

  unavailable(doing: string, cause: unknown): MoJobError {
    return unavailable(
      this.#address === null ? doing : `${doing} through Temporal at "${this.#address}"`,
      cause,
    );
  }
}
