/** Nodes that are built between two yields of a build: a few milliseconds of work. */
const BUILT_AT_ONCE = 20_000;
const ROOT = 0;
const BYTES = 256;
/** The node with the next number is a child. */
const FOLLOWED = 1;
/** Further children are in the table of branches. */
const BRANCHED = 2;

/**
 * Finds any of many byte strings in one pass, whatever they look like (Aho and Corasick, Efficient string matching, 1975).
 * A node that was made right behind its parent is its child without a table, so that a long needle costs a few bytes a byte.
 */
export class ByteTrie {
  /** The byte that leads to a node. */
  readonly #byte: Uint8Array;
  readonly #children: Uint8Array;
  readonly #depth: Int32Array;
  /** The node of the longest other text that is a beginning of a needle and an end of this node's. */
  readonly #fallback: Int32Array;
  /** The length of the longest needle that ends at the node; 0 where none does. */
  readonly #found: Int32Array;
  /** The children of nodes, by node and byte. */
  readonly #branches = new Map<number, number>();
  readonly #first = new Int32Array(BYTES);
  #count = 1;
  /** How many nodes were looked at since it was built: what its speed rests on. */
  steps = 0;

  private constructor(size: number) {
    this.#byte = new Uint8Array(size);
    this.#children = new Uint8Array(size);
    this.#depth = new Int32Array(size);
    this.#fallback = new Int32Array(size);
    this.#found = new Int32Array(size);
  }

  /** Builds it in small steps: drain the iterator at once, or let the event loop turn between two of them. */
  static *build(needles: readonly Uint8Array[]): Generator<void, ByteTrie> {
    const trie = new ByteTrie(needles.reduce((sum, { length }) => sum + length, 1));
    const parents = new Int32Array(trie.#byte.length);
    let built = 0;
    for (const needle of needles) {
      trie.#insert(needle, parents);
      built += needle.length;
      if (built < BUILT_AT_ONCE) continue;
      built = 0;
      yield;
    }
    yield* trie.#link(parents);
    return trie;
  }

  /** The node after one more byte. */
  next(node: number, byte: number): number {
    for (let from = node; ; from = this.#fallback[from] ?? ROOT) {
      this.steps += 1;
      const child = this.#child(from, byte);
      if (child !== ROOT || from === ROOT) return child;
    }
  }

  /** How many of the latest bytes may be the beginning of a needle. */
  depth(node: number): number {
    return this.#depth[node] ?? 0;
  }

  /** The length of the longest needle that the latest byte ends; 0 where it ends none. */
  found(node: number): number {
    return this.#found[node] ?? 0;
  }

  /** `ROOT` where there is none. */
  #child(node: number, byte: number): number {
    if (node === ROOT) return this.#first[byte] ?? ROOT;
    const children = this.#children[node] ?? 0;
    if ((children & FOLLOWED) !== 0 && this.#byte[node + 1] === byte) return node + 1;
    return (children & BRANCHED) === 0 ? ROOT : (this.#branches.get(node * BYTES + byte) ?? ROOT);
  }

  #insert(needle: Uint8Array, parents: Int32Array): void {
    let node = ROOT;
    for (const byte of needle) {
      const child = this.#child(node, byte);
      node = child === ROOT ? this.#add(node, byte, parents) : child;
    }
    this.#found[node] = needle.length;
  }

  #add(parent: number, byte: number, parents: Int32Array): number {
    const node = this.#count;
    this.#count += 1;
    this.#byte[node] = byte;
    this.#depth[node] = this.depth(parent) + 1;
    parents[node] = parent;
    if (parent === ROOT) this.#first[byte] = node;
    else if (parent === node - 1) this.#children[parent] = (this.#children[parent] ?? 0) | FOLLOWED;
    else {
      this.#children[parent] = (this.#children[parent] ?? 0) | BRANCHED;
      this.#branches.set(parent * BYTES + byte, node);
    }
    return node;
  }

  /** Finds each node's fallback, those of shorter texts first. */
  *#link(parents: Int32Array): Generator<void, void> {
    let linked = 0;
    for (const node of yield* this.#byDepth()) {
      const parent = parents[node] ?? ROOT;
      const fallback =
        parent === ROOT ? ROOT : this.next(this.#fallback[parent] ?? ROOT, this.#byte[node] ?? 0);
      this.#fallback[node] = fallback;
      if (this.found(node) === 0) this.#found[node] = this.found(fallback);
      linked += 1;
      if (linked % BUILT_AT_ONCE === 0) yield;
    }
    this.steps = 0;
  }

  *#byDepth(): Generator<void, Int32Array> {
    const depths = this.#depth.subarray(1, this.#count);
    let deepest = 0;
    for (const depth of depths) if (depth > deepest) deepest = depth;
    const starts = new Int32Array(deepest + 2);
    for (const depth of depths) starts[depth + 1] = (starts[depth + 1] ?? 0) + 1;
    yield;
    for (let depth = 1; depth < starts.length; depth += 1)
      starts[depth] = (starts[depth] ?? 0) + (starts[depth - 1] ?? 0);
    const nodes = new Int32Array(depths.length);
    for (let index = 0; index < depths.length; index += 1) {
      const depth = depths[index] ?? 0;
      const place = starts[depth] ?? 0;
      nodes[place] = index + 1;
      starts[depth] = place + 1;
    }
    yield;
    return nodes;
  }
}
