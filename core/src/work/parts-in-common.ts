import type { SharedPart, SharedParts } from "../ports/work-runner.ts";

/** Values that the phases of one attempt share; the first phase that needs one makes it for all. */
export class PartsInCommon implements SharedParts {
  readonly #made = new Map<string, Promise<SharedPart>>();

  async get<T extends SharedPart>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name);
    if (known !== undefined) return (await known) as T;
    const made = make();
    this.#made.set(name, made);
    // A part that could not make it fails; the next one makes it for itself.
    made.catch(() => this.#made.delete(name));
    return made;
  }

  /** Removes all of it. @throws Error for the first that cannot be removed, after all were tried */
  async remove(): Promise<void> {
    const parts = await Promise.all(this.#made.values());
    this.#made.clear();
    const ends = await Promise.allSettled(parts.map((part) => part.remove()));
    const failed = ends.find((end) => end.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }
}
