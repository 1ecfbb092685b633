/** How many runs of this process each executor has, from the moment in which it was chosen. */
export class NodeLoad {
  readonly #running = new Map<string, number>();

  running(address: string): number {
    return this.#running.get(address) ?? 0;
  }

  begin(address: string): void {
    this.#running.set(address, this.running(address) + 1);
  }

  end(address: string): void {
    const left = this.running(address) - 1;
    if (left > 0) this.#running.set(address, left);
    else this.#running.delete(address);
  }
}
