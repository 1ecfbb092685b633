import type { Principal } from "@mojob/core";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";

/** Somebody has a stream in each window, and some programs. */
const MOST_OF_ONE = 50;
/** Many share what has no name, such as the API's own token. */
const MOST_OF_UNNAMED = 200;
/** What a process can have open. */
const MOST = 2000;

/** Counts the event streams that are open: those of one caller leave room for those of others. */
export class OpenStreams {
  readonly #ofCallers = new Map<string, number>();
  #all = 0;

  /**
   * Counts one more of a caller; call what is returned once it has ended.
   * @throws HTTPException 429 when the caller, or all together, have too many
   */
  open({ kind, name }: Pick<Principal, "kind" | "name">): () => void {
    const caller = `${kind}:${name ?? ""}`;
    const own = this.#ofCallers.get(caller) ?? 0;
    const most = name === null ? MOST_OF_UNNAMED : MOST_OF_ONE;
    if (own >= most) throw tooMany(`${most} of yours are open`);
    if (this.#all >= MOST) throw tooMany(`${MOST} are open`);
    this.#ofCallers.set(caller, own + 1);
    this.#all += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#close(caller);
      isOpen = false;
    };
  }

  #close(caller: string): void {
    const own = this.#ofCallers.get(caller) ?? 0;
    if (own > 1) this.#ofCallers.set(caller, own - 1);
    else this.#ofCallers.delete(caller);
    this.#all -= 1;
  }
}

function tooMany(why: string): Error {
  return httpProblem(HttpProblemCode.TooManyStreams, `Cannot open another event stream: ${why}`);
}
