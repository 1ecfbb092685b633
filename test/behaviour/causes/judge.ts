import { expect } from "vitest";
import type { Deployment } from "../deployment.ts";
import { CAUSES } from "./cause-table.ts";

interface Reason {
  readonly code: string;
  readonly parameters?: { readonly failure?: { readonly code: string } };
}

interface Cause {
  readonly code: string;
  readonly parameters: {
    readonly reason?: Reason;
    /** Those that refuse, or how many there are. */
    readonly workers?: unknown;
  } | null;
}

export interface Explanation {
  readonly verdict?: string;
  readonly causes: readonly Cause[];
}

/** Reads explanations, and judges them by the table of causes. */
export class Judge {
  readonly #deployment: Deployment;
  readonly #judged: Set<string>;

  /** @param judged gets what the rows that were tried are called */
  constructor(deployment: Deployment, judged: Set<string>) {
    this.#deployment = deployment;
    this.#judged = judged;
  }

  ofRun(id: string): Promise<Explanation> {
    return this.#read(`/instances/${encodeURIComponent(id)}/explain`);
  }

  /** @param at of a fire; left out, how the job is now */
  ofJob(key: string, at?: Date | string): Promise<Explanation> {
    const time = at === undefined ? "" : `?at=${at instanceof Date ? at.toISOString() : at}`;
    return this.#read(`/jobs/${encodeURIComponent(key)}/explain${time}`);
  }

  /** The row that is called so must be what the run's explanation says. */
  async run(id: string, because: string, verdict: string): Promise<void> {
    const row = CAUSES.find((one) => one.because === because && one.verdict === verdict);
    if (row === undefined) throw new Error(`The table of causes lacks "${because}" of ${verdict}`);
    let said = "nothing";
    await this.#deployment
      .until("it to be said", async () => {
        const found = await this.ofRun(id);
        said = `${found.verdict}: ${namesOf(found).join(", ")}`;
        return found.verdict === verdict && namesOf(found).includes(row.code);
      })
      .catch((cause: unknown) => {
        throw new Error(`"${because}" should be said of ${verdict}, and this is: ${said}`, { cause });
      });
    this.#judged.add(`${verdict} ${because}`);
  }

  async fire(key: string, because: string, at?: Date | string): Promise<void> {
    const row = CAUSES.find((one) => one.because === because && one.verdict === null);
    if (row === undefined) throw new Error(`The table of causes lacks "${because}"`);
    expect(namesOf(await this.ofJob(key, at)), because).toContain(row.code);
    this.#judged.add(`null ${because}`);
  }

  async #read(path: string): Promise<Explanation> {
    const { api } = this.#deployment;
    const { body } = await api.call<{ explanation: Explanation }>("GET", path);
    return body.explanation;
  }
}

/** What the table calls the causes of an explanation. */
function namesOf({ causes }: Explanation): readonly string[] {
  return causes.flatMap(({ code, parameters }) => {
    const { reason, workers } = parameters ?? {};
    const refusals = Array.isArray(workers) ? (workers as readonly { readonly reason: Reason }[]) : [];
    const failure = reason?.parameters?.failure?.code;
    return [
      code,
      ...(reason === undefined ? [] : [`${code} ${reason.code}`]),
      ...(failure === undefined ? [] : [`${code} ${reason?.code} ${failure}`]),
      ...refusals.map((worker) => `${code} ${worker.reason.code}`),
    ];
  });
}
