import { issueAt } from "@mojob/core/engine";
import type { JsonValue } from "@mojob/core/ports";
import { Composer, type CST, type Document, isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import type { PlaceNode } from "./places.ts";
import { readTokens } from "./read-tokens.ts";
import { YamlMistake } from "./yaml-mistake.ts";

const MOST_VALUES = 100_000;
const LONGEST_NAME = 1000;
/** So much text is composed in one stretch, where it can be cut between items. */
const PIECE = 4 * 1024;
/** A collection in brackets is composed as a whole. */
const MOST_IN_BRACKETS = 32 * 1024;

/** A document as JSON, with where each value stands. */
export interface ReadYaml {
  readonly value: JsonValue;
  readonly places: PlaceNode;
}

/**
 * Reads the one document of a text in short stretches. It has no anchors, aliases and tags, so that a text means what it says where it says
 * it, and is no larger than it looks.
 * @throws YamlMistake where it is no such document
 */
export function* readYaml(text: string): Generator<void, ReadYaml> {
  const document = yield* readTokens(text);
  const { value } = document;
  const reading: Reading = {
    values: 0,
    root: { value: null, place: { offset: document.offset, below: new Map() } },
  };
  // Without values of its own it is composed for its mistakes.
  const { read } =
    value === undefined ? composed({ ...document }, reading) : yield* readToken(value, text.length, reading);
  return { value: read.value, places: read.place };
}

interface Reading {
  /** How many values have been read. */
  values: number;
  readonly root: Found;
}

interface Found {
  value: JsonValue;
  place: PlaceNode;
}

type Block = CST.BlockMap | CST.BlockSequence;
type Item = Block["items"][number];

/** Reads a value that ends before a character of the text: large blocks item by item, others at once. */
function* readToken(
  token: CST.Token,
  end: number,
  reading: Reading,
): Generator<void, { readonly read: Found }> {
  const size = end - token.offset;
  assertSmall(token);
  const isCut = (token.type === "block-map" || token.type === "block-seq") && size > PIECE;
  if (!isCut) return composed(documentOf(token), reading);
  const whole: Found =
    token.type === "block-map"
      ? { value: {}, place: { offset: token.offset, below: new Map() } }
      : { value: [], place: { offset: token.offset, below: new Map() } };
  for (const piece of piecesOf(token, end)) {
    yield;
    // As if it began here: names are looked for within 1024 characters of where their block begins.
    const [first] = piece.items;
    const offset = first === undefined ? token.offset : startOf(first, token.offset);
    const { read } = composed(documentOf({ ...token, offset, items: piece.items } as Block), reading);
    const { below } = piece;
    if (below !== null) {
      const name = token.type === "block-map" ? ([...read.place.below.keys()][0] ?? "") : "0";
      const { read: inner } = yield* readToken(below, piece.end, reading);
      replace(read, name, inner);
    }
    join(whole, read);
  }
  return { read: whole };
}

/** Some items of a block, which are composed together; or one large item, whose value is read by itself. */
interface Piece {
  readonly items: readonly Item[];
  readonly below: Block | null;
  /** Where the text of it ends. */
  readonly end: number;
}

function* piecesOf({ items }: Block, end: number): Generator<Piece> {
  let some: Item[] = [];
  let from = items[0] === undefined ? end : startOf(items[0], end);
  for (const [index, item] of items.entries()) {
    const start = startOf(item, end);
    const next = items[index + 1];
    const itemEnd = next === undefined ? end : startOf(next, end);
    const { key, value } = item;
    assertSmall(key);
    assertSmall(value);
    const isLarge = itemEnd - start > PIECE && (value?.type === "block-map" || value?.type === "block-seq");
    if (isLarge || itemEnd - from > PIECE) {
      if (some.length > 0) yield { items: some, below: null, end: start };
      some = [];
      from = start;
    }
    if (isLarge) {
      const { value: _, ...bare } = item;
      yield { items: [bare], below: value, end: itemEnd };
      from = itemEnd;
    } else some.push(item);
  }
  if (some.length > 0) yield { items: some, below: null, end };
}

/** Where an item begins: at its dash, its name or its value. */
function startOf({ start, key, sep, value }: CST.CollectionItem, otherwise: number): number {
  return start[0]?.offset ?? key?.offset ?? sep?.[0]?.offset ?? value?.offset ?? otherwise;
}

/** A collection in brackets cannot be cut. @throws YamlMistake where it is long */
function assertSmall(token: CST.Token | null | undefined): void {
  if (token?.type !== "flow-collection") return;
  const end = token.end.at(-1)?.offset ?? token.offset;
  if (end - token.offset > MOST_IN_BRACKETS)
    throw new YamlMistake(issueAt("", "yaml_brackets", { max: MOST_IN_BRACKETS }), token.offset);
}

function documentOf(value: CST.Token): CST.Document {
  return { type: "document", offset: value.offset, start: [], value };
}

/** The value of a document whose tokens are whole. @throws YamlMistake */
function composed(token: CST.Document, reading: Reading): { readonly read: Found } {
  const composer = new Composer({ version: "1.2", uniqueKeys: false, prettyErrors: false });
  const [document] = [...composer.compose([token], true, token.offset)] as unknown as [Document.Parsed];
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake !== undefined)
    throw new YamlMistake(issueAt("", "yaml_unreadable", { text: mistake.message }), mistake.pos[0]);
  return { read: valueOf(document.contents, token.offset, reading) };
}

function valueOf(node: Node | null, otherwise: number, reading: Reading): Found {
  reading.values += 1;
  const offset = node?.range?.[0] ?? otherwise;
  if (reading.values > MOST_VALUES)
    throw new YamlMistake(issueAt("", "json_too_large", { max: MOST_VALUES }), offset);
  const place: PlaceNode = { offset, below: new Map() };
  if (node === null) return { value: null, place };
  if (isScalar(node)) return { value: plainOf(node, offset), place };
  if (isSeq(node)) {
    const items = node.items.map((item, index) => {
      const found = valueOf(item as Node | null, offset, reading);
      place.below.set(String(index), found.place);
      return found.value;
    });
    return { value: items, place };
  }
  if (!isMap(node)) throw new YamlMistake(issueAt("", "not_json"), offset);
  const members = node.items.map(({ key, value }): readonly [string, JsonValue] => {
    const name = nameOf(key as Node | null, offset);
    const at = (key as Scalar).range?.[0] ?? offset;
    if (place.below.has(name)) throw new YamlMistake(issueAt("", "json_same_name"), at);
    const found = valueOf(value as Node | null, at, reading);
    // A value is shown where its name stands, so that a wrong name is found, too.
    place.below.set(name, { ...found.place, offset: at });
    return [name, found.value];
  });
  return { value: Object.fromEntries(members), place };
}

function nameOf(key: Node | null, otherwise: number): string {
  const offset = key?.range?.[0] ?? otherwise;
  const name: unknown = isScalar(key) ? key.value : undefined;
  if (typeof name !== "string") throw new YamlMistake(issueAt("", "yaml_name"), offset);
  if (name.length > LONGEST_NAME)
    throw new YamlMistake(issueAt("", "json_long_name", { max: LONGEST_NAME }), offset);
  if (name === "__proto__") throw new YamlMistake(issueAt("", "json_reserved_name"), offset);
  return name;
}

function plainOf({ value, source = "" }: Scalar, offset: number): JsonValue {
  if (value === undefined) return null;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number") throw new YamlMistake(issueAt("", "not_json"), offset);
  if (!Number.isFinite(value)) throw new YamlMistake(issueAt("", "json_not_finite"), offset);
  if (WHOLE.test(source) && String(value) !== source && BigInt(source) !== BigInt(value))
    throw new YamlMistake(issueAt("", "json_number_not_exact"), offset);
  return value;
}

const WHOLE = /^-?\d+$/;

/** Adds the items of a piece to those before it. @throws YamlMistake for a name that is there already */
function join(whole: Found, piece: Found): void {
  if (Array.isArray(whole.value)) {
    const list = whole.value as JsonValue[];
    for (const [index, item] of (piece.value as readonly JsonValue[]).entries()) {
      whole.place.below.set(String(list.length), piece.place.below.get(String(index)) as PlaceNode);
      list.push(item);
    }
    return;
  }
  for (const [name, value] of Object.entries(piece.value as object) as [string, JsonValue][]) {
    const place = piece.place.below.get(name) as PlaceNode;
    if (whole.place.below.has(name)) throw new YamlMistake(issueAt("", "json_same_name"), place.offset);
    whole.place.below.set(name, place);
    (whole.value as Record<string, JsonValue>)[name] = value;
  }
}

/** Puts a value that was read by itself where it belongs. */
function replace(into: Found, name: string, { value, place }: Found): void {
  const { offset } = into.place.below.get(name) ?? place;
  into.place.below.set(name, { ...place, offset });
  (into.value as Record<string, JsonValue>)[name] = value;
}
