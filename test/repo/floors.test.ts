import { describe, expect, it } from "vitest";
import { FLOOR_LAWS, type FloorLaw } from "./floors.ts";
import { packages } from "./repository.ts";
import { isTestFile, readSource, resolveFrom, sourceFiles } from "./source.ts";

const shipped = sourceFiles().filter((path) => !isTestFile(path));

/** Both ends of every relative import among these files. */
function arrowsOf(files: readonly string[]): readonly (readonly [from: string, to: string])[] {
  return files.flatMap((path) =>
    readSource(path)
      .imports.filter((specifier) => specifier.startsWith("."))
      .map((specifier) => [path, resolveFrom(path, specifier)] as const),
  );
}

/** The room of a file; `null` for what lies beside the rooms (the package's entries). */
function roomOf({ folder }: FloorLaw, path: string): string | null {
  const [room, ...rest] = path.slice(folder.length + 1).split("/");
  return rest.length > 0 && room !== undefined ? room : null;
}

/** The first circle found among the arrows, as a path that ends where it began. */
function findCircle(arrows: readonly (readonly [string, string])[]): readonly string[] | null {
  const next = Map.groupBy(arrows, ([from]) => from);
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): readonly string[] | null => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const [, to] of next.get(node) ?? []) {
      const circle = visit(to, [...trail, node]);
      if (circle !== null) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of next.keys()) {
    const circle = visit(node, []);
    if (circle !== null) return circle;
  }
  return null;
}

describe.each(FLOOR_LAWS)("floors of $folder", (law) => {
  const files = shipped.filter((path) => path.startsWith(`${law.folder}/`));
  const names = law.rooms.map(([name]) => name);

  it("have a row for every room", () => {
    const rooms = new Set(files.flatMap((path) => roomOf(law, path) ?? []));
    expect([...rooms].filter((room) => !names.includes(room))).toEqual([]);
  });

  it("are imported downwards only", () => {
    const broken = arrowsOf(files).flatMap(([from, to]) => {
      const [upper, lower] = [roomOf(law, from), roomOf(law, to)];
      if (upper === null || lower === null || upper === lower) return [];
      if (names.indexOf(lower) < names.indexOf(upper)) return [];
      const because = law.rooms.find(([name]) => name === upper)?.[1];
      return [`${from} imports ${to}: "${upper}" stands below "${lower}", because ${because}`];
    });
    expect(broken).toEqual([]);
  });
});

describe("circles of imports", () => {
  it("do not exist between files, types included", () => {
    expect(findCircle(arrowsOf(shipped))).toBeNull();
  });

  it.each(packages)("do not exist between the folders of $folder, at any depth", ({ folder }) => {
    // A folder's mod.ts re-exports: it is a door, not a part of the room.
    const files = shipped.filter((path) => path.startsWith(`${folder}/`) && !path.endsWith("/mod.ts"));
    const between = arrowsOf(files).flatMap(([from, to]) => foldersApart(from, to));
    const inOne = Map.groupBy(between, ([, , parent]) => parent);
    for (const arrows of inOne.values())
      expect(findCircle(arrows.map(([from, to]) => [from, to]))).toBeNull();
  });
});

/** The folders of two files where their paths part, and what both are in; nothing where one file stands above the other. */
function foldersApart(
  from: string,
  to: string,
): readonly (readonly [from: string, to: string, parent: string])[] {
  const [ours, theirs] = [from.split("/"), to.split("/")];
  const depth = ours.findIndex((part, index) => part !== theirs[index]);
  if (depth < 0 || depth >= ours.length - 1 || depth >= theirs.length - 1) return [];
  const upTo = (parts: readonly string[]): string => parts.slice(0, depth + 1).join("/");
  return [[upTo(ours), upTo(theirs), ours.slice(0, depth).join("/")]];
}
