import { createHash, type Hash } from "node:crypto";
import type { Section } from "./lines.ts";

const ALL = "all";

/**
 * The checks of a file, piece by piece. Each chain is the hash of itself with that of the next piece: so it goes on from a text of 64
 * characters after a restart, and one that differs nowhere has the same pieces in the same order.
 */
export class Seals {
  readonly #chains: Map<string, string>;
  #piece: Hash = createHash("sha256");
  #ofSections = new Map<Section, Hash>();

  constructor(chains: Readonly<Record<string, string>> = {}) {
    this.#chains = new Map(Object.entries(chains));
  }

  /** @param line its text with the line break */
  add(section: Section, line: string | Uint8Array): void {
    this.#piece.update(line);
    let hash = this.#ofSections.get(section);
    if (hash === undefined) this.#ofSections.set(section, (hash = createHash("sha256")));
    hash.update(line);
  }

  /** Ends a piece; returns the hash of its lines. */
  seal(): string {
    const sha256 = this.#piece.digest("hex");
    this.#chain(ALL, sha256);
    for (const [section, hash] of this.#ofSections) this.#chain(section, hash.digest("hex"));
    this.#piece = createHash("sha256");
    this.#ofSections = new Map();
    return sha256;
  }

  /** The chains after the latest seal. */
  chains(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#chains].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  #chain(name: string, sha256: string): void {
    const before = this.#chains.get(name) ?? "";
    this.#chains.set(
      name,
      createHash("sha256")
        .update(before + sha256)
        .digest("hex"),
    );
  }
}
