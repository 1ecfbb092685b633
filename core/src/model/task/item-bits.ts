/** How an item ended; 0 is one that did not. */
export const ItemEnd = { None: 0, Ok: 1, Bad: 2 } as const;
export type ItemEnd = (typeof ItemEnd)[keyof typeof ItemEnd];

const ITEMS_A_BYTE = 4;

/** The ends of a batch's items, two bits each: 10,000 of them are a text of 3,336 characters. */
export class ItemBits {
  readonly #bytes: Uint8Array;

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  static none(count: number): ItemBits {
    return new ItemBits(new Uint8Array(Math.ceil(count / ITEMS_A_BYTE)));
  }

  static parse(text: string): ItemBits {
    return new ItemBits(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  }

  get(item: number): ItemEnd {
    return (((this.#bytes[item >> 2] ?? 0) >> shift(item)) & 3) as ItemEnd;
  }

  set(item: number, end: ItemEnd): void {
    const place = item >> 2;
    this.#bytes[place] = ((this.#bytes[place] ?? 0) & ~(3 << shift(item))) | (end << shift(item));
  }

  /** Keeps the items that ended ok; the others are as if they had never begun. */
  onlyOk(): ItemBits {
    // The lower bit of each pair says ok.
    return new ItemBits(this.#bytes.map((byte) => byte & 0b01_01_01_01));
  }

  toString(): string {
    let text = "";
    for (const byte of this.#bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }
}

function shift(item: number): number {
  return (item % ITEMS_A_BYTE) * 2;
}
