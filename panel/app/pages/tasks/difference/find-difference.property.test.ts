import fc from "fast-check";
import { expect, it } from "vitest";
import type { TFunction } from "i18next";
import type { BodyNode } from "../graph/body-node.ts";
import { bodyDifference } from "./find-difference.ts";
import { markedWays } from "./marked-ways.ts";
import { nodesOfBoth } from "./nodes-of-both.ts";

type Json = Record<string, unknown>;

const json = fc.jsonValue({ maxDepth: 2 });
const name = fc.constantFrom("params", "timeoutMs", "a/b", "m~n", "allowFailure");
const plain = fc.dictionary(name, json, { maxKeys: 3 });
const way = fc.record(
  {
    on: fc.constantFrom("ok", "failed", "ended"),
    branch: fc.constantFrom("yes", "no"),
    handles: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Nodes of which those before may be groups of those behind, and that follow any node. */
const nodes = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { minLength: 1 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id, place) =>
        fc.record({
          id: fc.constant(id),
          isGroup: fc.boolean(),
          parent: fc.nat(place),
          x: fc.nat(100),
          members: plain,
          pre: fc.array(fc.tuple(fc.constantFrom(...ids), way), { maxLength: 3 }),
        }),
      ),
    ),
  )
  .map((drawn) => {
    const made: Json[] = [];
    const roots: Json[] = [];
    for (const { id, isGroup, parent, x, members, pre } of drawn) {
      const node: Json = {
        ...members,
        id,
        type: isGroup ? "group" : "job",
        position: { x, y: 0 },
        pre: pre.map(([from, rest]) => ({ node: from, ...rest })),
        ...(isGroup && { nodes: [] }),
      };
      const group = made[parent]?.["nodes"];
      (Array.isArray(group) ? (group as Json[]) : roots).push(node);
      made.push(node);
    }
    return roots;
  });
const body = fc
  .tuple(fc.dictionary(fc.constantFrom("params", "onFailure", "maxParallel"), json), nodes)
  .map(([members, list]): Json => ({ ...members, engine: 1, nodes: list }));

interface Flat {
  readonly group: string | null;
  readonly members: Json;
  readonly ways: ReadonlySet<string>;
}

/** A body as what is executed of it, by itself. */
function flatten(list: readonly Json[], group: string | null = null): Map<string, Flat> {
  const flat = new Map<string, Flat>();
  for (const { id, position: _, pre, nodes: inner, ...members } of list) {
    const ways = new Set((pre as Json[]).map((one) => wayText(String(id), one)));
    flat.set(String(id), { group, members: { id, ...members }, ways });
    if (inner !== undefined)
      for (const [key, value] of flatten(inner as Json[], String(id))) flat.set(key, value);
  }
  return flat;
}

function wayText(to: string, { node, on, branch, handles }: Json): string {
  return JSON.stringify([node, to, on ?? "ok", branch ?? null, handles ?? false]);
}

function listOf(one: Json): readonly Json[] {
  return one["nodes"] as Json[];
}

/** Puts a value at a JSON Pointer of a copy; `undefined` takes it away. */
function put(value: unknown, pointer: string, next: unknown): unknown {
  if (pointer === "") return next;
  const copy = structuredClone(value) as Json;
  const parts = pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = parts.pop() ?? "";
  let at: Json = copy;
  for (const part of parts) at = at[part] as Json;
  if (next === undefined) delete at[last];
  else Object.defineProperty(at, last, { value: next, enumerable: true, configurable: true, writable: true });
  return copy;
}

it("bodyDifference() names everything that makes one body of another, and nothing else", () => {
  fc.assert(
    fc.property(body, body, (before, after) => {
      const found = bodyDifference(before, after);
      const [old, now] = [flatten(listOf(before)), flatten(listOf(after))];
      const made = new Map<string, Flat>();
      const ways = (id: string, from: ReadonlySet<string>): ReadonlySet<string> => {
        const text = (one: (typeof found.ways.added)[number]): string =>
          JSON.stringify([one.from, one.to, one.on, one.branch, one.handles]);
        const result = new Set(from);
        for (const one of found.ways.removed) if (one.to === id) expect(result.delete(text(one))).toBe(true);
        for (const one of found.ways.added) if (one.to === id) result.add(text(one));
        return result;
      };
      for (const [id, change] of found.nodes) {
        if (change.kind === "removed") {
          expect([old.has(id), now.has(id)]).toEqual([true, false]);
          continue;
        }
        if (change.kind === "added") {
          expect(old.has(id)).toBe(false);
          made.set(id, now.get(id) ?? expect.fail());
          continue;
        }
        const was = old.get(id) ?? expect.fail();
        if (change.kind !== "changed") {
          made.set(id, was);
          continue;
        }
        expect(change.members.every((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))).toBe(
          true,
        );
        const members = change.members.reduce<unknown>(
          (value, one) => put(value, one.pointer, one.after),
          was.members,
        );
        const group = change.group === null ? was.group : change.group.after;
        const reached = ways(id, was.ways);
        expect(change.members.length > 0 || change.group !== null || !sameSet(reached, was.ways)).toBe(true);
        made.set(id, { group, members: members as Json, ways: reached });
      }
      expect(Object.fromEntries(made)).toEqual(Object.fromEntries(now));
      const { nodes: _old, ...settings } = before;
      const { nodes: _now, ...wanted } = after;
      expect(
        found.members.reduce<unknown>((value, one) => put(value, one.pointer, one.after), settings),
      ).toEqual(wanted);
    }),
  );
});

function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((value) => other.has(value));
}

it("nodesOfBoth() draws each node of both bodies once", () => {
  const idsOf = (list: readonly Json[] | ReturnType<typeof nodesOfBoth>): readonly string[] =>
    list.flatMap((node) => [String(node["id" as never]), ...idsOf((node["nodes" as never] ?? []) as Json[])]);
  fc.assert(
    fc.property(body, body, (before, after) => {
      const all = new Set([...idsOf(listOf(before)), ...idsOf(listOf(after))]);
      expect(idsOf(drawn(before, after)).toSorted()).toEqual([...all].toSorted());
    }),
  );
});

it("nodesOfBoth() draws all ways of both bodies, and marks those that the other does not have", () => {
  const plainWay = (text: string): string => JSON.stringify((JSON.parse(text) as unknown[]).slice(0, 4));
  const waysOf = (one: Json): ReadonlySet<string> =>
    new Set([...flatten(listOf(one)).values()].flatMap(({ ways }) => [...ways].map(plainWay)));
  const drawnWays = (list: readonly BodyNode[]): readonly (readonly [way: string, mark: string])[] =>
    list.flatMap(({ id, pre, nodes: inner }) => [
      ...pre.map(
        ({ mark, ...one }) => [plainWay(wayText(id, one as unknown as Json)), mark?.kind ?? "same"] as const,
      ),
      ...drawnWays(inner),
    ]);
  fc.assert(
    fc.property(body, body, (before, after) => {
      const all = drawnWays(drawn(before, after));
      const now = all.filter(([, mark]) => mark !== "removed").map(([way]) => way);
      expect(new Set(now)).toEqual(waysOf(after));
      const [old, both] = [waysOf(before), new Set(all.map(([way]) => way))];
      for (const [way, mark] of all) {
        if (mark === "same") expect(old.has(way)).toBe(true);
        if (mark === "removed") expect(old.has(way)).toBe(true);
      }
      // One that changed is drawn as it is now.
      const changed = new Set(all.filter(([, mark]) => mark === "changed").map(([way]) => endsOf(way)));
      for (const way of old) expect(both.has(way) || changed.has(endsOf(way))).toBe(true);
    }),
  );
});

function endsOf(way: string): string {
  return JSON.stringify((JSON.parse(way) as unknown[]).slice(0, 2));
}

function drawn(before: Json, after: Json): readonly BodyNode[] {
  const t = ((key: string) => key) as unknown as TFunction;
  return nodesOfBoth(before, after, markedWays(bodyDifference(before, after), t));
}
