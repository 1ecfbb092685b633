import { TRANSFER_WORK, TransferOperation } from "@mojob/transfer-runner/work";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  connectionsFor,
  membersOfTransfer,
  rootsAmong,
  TRANSFER_MEMBERS,
  TRANSFER_OPERATIONS,
  type TransferMemberKind,
  transferOperation,
  withTransfer,
} from "./transfer-members.ts";

const VALUES: Readonly<Record<string, unknown>> = {
  remote: "a",
  source: "in:a",
  target: "out:a",
  line: "a",
};
const valueOf = (kind: TransferMemberKind): unknown =>
  typeof kind === "object" ? (kind.at(-1) ?? "") : VALUES[kind];
const BASE = { kind: "transfer", connection: "partner" };

describe("the form of transfers", () => {
  it("has a field for each member that the API takes of an operation, and for no other", () => {
    expect(new Set<string>(TRANSFER_OPERATIONS)).toEqual(new Set(Object.values(TransferOperation)));
    const all = Object.assign({}, ...Object.values(TRANSFER_MEMBERS)) as Readonly<
      Record<string, TransferMemberKind>
    >;
    for (const operation of TRANSFER_OPERATIONS) {
      const own = Object.fromEntries(membersOfTransfer(operation));
      const refusedOf = (members: object): readonly (string | null)[] =>
        (v.safeParse(TRANSFER_WORK.schema, { ...BASE, do: operation, ...members }).issues ?? []).map(
          (issue) => v.getDotPath(issue),
        );
      const given = Object.fromEntries(
        // One file has a checksum, a folder has names.
        Object.entries(own)
          .filter(([name]) => name !== "match" || operation !== "download")
          .map(([name, kind]) => [name, valueOf(kind)]),
      );
      expect([operation, refusedOf(given)]).toEqual([operation, []]);
      if (operation === "download") {
        const { expect: _, ...others } = given;
        expect(refusedOf({ ...others, match: "*.csv" })).toEqual([]);
      }
      for (const [name, kind] of Object.entries(all).filter(([one]) => !(one in own)))
        expect([operation, refusedOf({ ...given, [name]: valueOf(kind) })]).toEqual([operation, [name]]);
    }
  });

  it("offers the connections that an operation may use, as the rules of the work have them", () => {
    const names = ["bank", "partner", "partner:write", "root:in", "root:out", "root:out:write"];
    for (const operation of TRANSFER_OPERATIONS) {
      const members = Object.fromEntries(
        membersOfTransfer(operation).map(([name, kind]) => [name, valueOf(kind)]),
      );
      const [connection] =
        TRANSFER_WORK.offeredNames?.({ ...BASE, do: operation, ...members } as never) ?? [];
      expect([operation, connectionsFor(operation, names)]).toEqual([
        operation,
        connection === "partner:write" ? ["partner"] : ["bank", "partner"],
      ]);
    }
    expect(rootsAmong(names)).toEqual(["in", "out", "out:write"]);
  });

  it("keeps what another operation takes, where it means the same", () => {
    const work = { ...BASE, do: "download", from: "a", to: "out:a", ifExists: "skip", match: "*" };
    expect(withTransfer(work, "upload")).toEqual({ ...BASE, do: "upload", ifExists: "skip", match: "*" });
    expect(withTransfer(work, "move")).toEqual({ ...BASE, do: "move", from: "a" });
    expect([transferOperation("list"), transferOperation("burn")]).toEqual(["list", null]);
  });
});
