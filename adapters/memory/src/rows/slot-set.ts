const WORD_BITS = 32;
const FULL_WORD = 0xffff_ffff;

/** The concurrency slots of one lane that are taken: numbers from 0. */
export class SlotSet {
  /** One bit a slot. */
  readonly #words: number[] = [0];
  /** No word before this one has a free bit. */
  #firstOpenWord = 0;
  #taken = 0;

  get taken(): number {
    return this.#taken;
  }

  /** Takes the lowest free slot below `limit`; `null` when as many as that are taken, wherever they are. */
  take(limit: number): number | null {
    if (this.#taken >= limit) return null;
    let word = this.#firstOpenWord;
    while ((this.#words[word] ?? 0) === FULL_WORD) word += 1;
    this.#firstOpenWord = word;
    const bits = this.#words[word] ?? 0;
    const bit = lowestZero(bits);
    this.#words[word] = (bits | (1 << bit)) >>> 0;
    this.#taken += 1;
    return word * WORD_BITS + bit;
  }

  free(slot: number): void {
    const word = Math.floor(slot / WORD_BITS);
    this.#words[word] = ((this.#words[word] ?? 0) & ~(1 << (slot % WORD_BITS))) >>> 0;
    this.#firstOpenWord = Math.min(this.#firstOpenWord, word);
    this.#taken -= 1;
  }
}

function lowestZero(bits: number): number {
  const zeros = ~bits;
  return WORD_BITS - 1 - Math.clz32(zeros & -zeros);
}
