import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";

/** Lets one request at a time through; the next one follows at once where the client of that one has left. */
export class OneAtATime {
  readonly #doing: string;
  #running: { readonly signal: AbortSignal; readonly ended: Promise<unknown> } | null = null;

  /** @param doing what cannot be done while another one is, and why: `preview this import: another one is under way` */
  constructor(doing: string) {
    this.#doing = doing;
  }

  /** @throws HTTPException 429 while another one is under way; an empty response to a client that has left */
  async run(signal: AbortSignal, work: () => Promise<Response>): Promise<Response> {
    while (this.#running?.signal.aborted === true) await this.#running.ended;
    if (this.#running !== null) throw httpProblem(HttpProblemCode.PreviewBusy, `Cannot ${this.#doing}`);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const running = { signal, ended };
    this.#running = running;
    try {
      return await work();
    } catch (error) {
      if (!signal.aborted) throw error;
      // Nobody reads it; a rejection would be reported as a mistake of ours.
      return new Response(null, { status: 204 });
    } finally {
      this.#running = null;
      end();
    }
  }
}
