/** Where the values of a document stand in its text: a tree as deep as the document is. */
export interface PlaceNode {
  /** In characters from the beginning. */
  readonly offset: number;
  /** By the name of a member, or the number of an item. */
  readonly below: Map<string, PlaceNode>;
}

/** A place in a text as editors count it. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** The line and the column of a character. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}

/** Where a pointer leads in the text; of one that leads nowhere, the last value on its way. */
export function offsetOf(root: PlaceNode, pointer: string): number {
  let node = root;
  for (const token of pointer.split("/").slice(1)) {
    const next = node.below.get(token.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (next === undefined) break;
    node = next;
  }
  return node.offset;
}
