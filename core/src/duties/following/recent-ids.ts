/** More than this are forgotten, oldest first: forgetting costs a second call, remembering all costs memory. */
const MOST = 50_000;

/** Ids that were dealt with a short while ago. */
export class RecentIds {
  readonly #ids = new Set<string>();

  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= MOST) return;
    const [oldest] = this.#ids;
    if (oldest !== undefined) this.#ids.delete(oldest);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }
}
