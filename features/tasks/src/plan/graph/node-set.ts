/** Indexes of nodes as bits: sets of two thousand nodes, two for each of them, are joined in a moment. */
export class NodeSet {
  readonly #words: Uint32Array;

  /** @param size how many nodes there are */
  constructor(size: number) {
    this.#words = new Uint32Array(Math.ceil(size / 32));
  }

  has(index: number): boolean {
    return ((this.#words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  add(index: number): this {
    this.#words[index >>> 5] = (this.#words[index >>> 5] ?? 0) | (1 << (index & 31));
    return this;
  }

  clear(): this {
    this.#words.fill(0);
    return this;
  }

  addAll(other: NodeSet): this {
    for (let word = 0; word < this.#words.length; word += 1)
      this.#words[word] = (this.#words[word] ?? 0) | (other.#words[word] ?? 0);
    return this;
  }

  /** Leaves what the other has too. */
  keepCommon(other: NodeSet): this {
    for (let word = 0; word < this.#words.length; word += 1)
      this.#words[word] = (this.#words[word] ?? 0) & (other.#words[word] ?? 0);
    return this;
  }
}
