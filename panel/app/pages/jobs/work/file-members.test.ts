import { FILE_WORK, FileOperation } from "@mojob/file-runner/work";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  FILE_DEEDS,
  FILE_MEMBERS,
  fileDeed,
  type FileMemberKind,
  isWritten,
  membersOfDeed,
  rootsIn,
  shownPlace,
  statedPlace,
  withDeed,
} from "./file-members.ts";

const VALUES: Readonly<Record<string, unknown>> = {
  place: "in:a",
  source: { stored: "args.a" },
  target: { store: "a" },
  line: "{n}",
  text: "a",
  flag: true,
  by: { lines: 1 },
};
const valueOf = (kind: FileMemberKind): unknown =>
  typeof kind === "object" ? (kind.at(-1) ?? "") : VALUES[kind];

describe("the form of work with files", () => {
  it("has a field for each member that the API takes of an operation, and for no other", () => {
    expect(new Set<string>(FILE_DEEDS)).toEqual(new Set(Object.values(FileOperation)));
    const all = Object.assign({}, ...Object.values(FILE_MEMBERS)) as Readonly<Record<string, FileMemberKind>>;
    for (const operation of FILE_DEEDS) {
      const own = Object.fromEntries(membersOfDeed(operation));
      const given = Object.fromEntries(
        Object.entries(own).map(([name, kind]) => [name, kind === "target" ? "out:a" : valueOf(kind)]),
      );
      const refusedOf = (members: object): readonly (string | null)[] =>
        (v.safeParse(FILE_WORK.schema, { kind: "file", do: operation, ...members }).issues ?? []).map(
          (issue) => v.getDotPath(issue),
        );
      expect([operation, refusedOf(given)]).toEqual([operation, []]);
      for (const [name, kind] of Object.entries(all).filter(([one]) => !(one in own)))
        expect([operation, refusedOf({ ...given, [name]: valueOf(kind) })]).toEqual([operation, [name]]);
    }
  });

  it("knows which places are changed", () => {
    for (const operation of FILE_DEEDS) {
      const members = Object.fromEntries(
        membersOfDeed(operation).map(([name, kind]) => [
          name,
          kind === "source" || kind === "target"
            ? `${name}:a`
            : name === "from" || name === "to" || name === "at"
              ? `${name}:a`
              : valueOf(kind),
        ]),
      );
      const names = FILE_WORK.offeredNames?.({ kind: "file", do: operation, ...members } as never) ?? [];
      for (const [name] of membersOfDeed(operation).filter(([one]) => ["from", "to", "at"].includes(one)))
        expect([operation, name, names.includes(`${name}:write`)]).toEqual([
          operation,
          name,
          isWritten(operation, name),
        ]);
    }
    expect(rootsIn(["in", "out", "out:write"], false)).toEqual(["in", "out"]);
    expect(rootsIn(["in", "out", "out:write"], true)).toEqual(["out"]);
  });

  it("shows places and stored files, and writes them as they were", () => {
    expect(shownPlace("in:a/b:c")).toEqual({ root: "in", path: "a/b:c", isStored: false });
    expect(shownPlace({ root: "in", path: "a" })).toEqual({ root: "in", path: "a", isStored: false });
    expect(shownPlace(["in:a"])).toBeNull();
    for (const [value, kind] of [
      ["in:a", "place"],
      [{ stored: "args.a" }, "source"],
      [{ store: "a" }, "target"],
    ] as const) {
      const place = shownPlace(value);
      expect(place && statedPlace(place, kind)).toEqual(value);
    }
  });

  it("keeps what another operation takes, and states what that one needs", () => {
    const work = { kind: "file", do: "copy", from: { stored: "args" }, to: "out:a", ifExists: "replace" };
    expect(withDeed(work, "unpack")).toEqual({ ...work, do: "unpack", format: "zip" });
    expect(withDeed(work, "move")).toEqual({ kind: "file", do: "move", to: "out:a", ifExists: "replace" });
    expect(withDeed({ ...work, do: "write", ifExists: "append" }, "copy")).not.toHaveProperty("ifExists");
    expect([fileDeed("pack"), fileDeed("burn")]).toEqual(["pack", null]);
  });
});
