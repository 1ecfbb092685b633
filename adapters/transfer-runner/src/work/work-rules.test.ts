import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { TransferWork } from "./transfer-work.ts";
import { TRANSFER_WORK } from "./work-rules.ts";

const BASE = { kind: "transfer", connection: "partner" };
const issuesOf = (work: object): readonly string[] =>
  (v.safeParse(TRANSFER_WORK.schema, { ...BASE, ...work }).issues ?? []).map(
    (issue) => `${v.getDotPath(issue)}: ${issue.message}`,
  );
const DOWNLOAD = { do: "download", from: "a", to: "in:a" };
const UPLOAD = { do: "upload", from: "in:a", to: "a" };

describe("work that transfers files", () => {
  it.each([
    DOWNLOAD,
    { ...DOWNLOAD, from: "orders/{args.day}/a.csv", to: { store: "{args.day}.csv" }, expect: "{args.sum}" },
    { ...DOWNLOAD, from: "", match: "*.csv", to: "in:", ifExists: "skip", algorithm: "md5" },
    { ...DOWNLOAD, from: ["a", "b/c"], to: "in:day" },
    UPLOAD,
    { ...UPLOAD, from: { stored: "args.report" }, ifExists: "replace" },
    { ...UPLOAD, from: ["in:a", { stored: "args.b" }], to: "" },
    { ...UPLOAD, from: "in:", match: "*", to: "day" },
    { do: "list", at: "" },
    { do: "exists", at: "a" },
    { do: "move", from: "a", to: "b", ifExists: "replace" },
    { do: "remove", at: "a", ifMissing: "pass" },
  ])("may be %o", (work) => {
    expect(issuesOf(work)).toEqual([]);
  });

  it.each<readonly [object, string]>([
    [{ do: "sync" }, "do: "],
    [{ ...DOWNLOAD, url: "ftp://10.0.0.1/a" }, "url: "],
    [{ ...DOWNLOAD, from: "../a" }, "from: "],
    [{ ...DOWNLOAD, from: "/etc/passwd" }, "from: "],
    [{ ...DOWNLOAD, from: "a\r\nDELE b" }, "from: "],
    [{ ...DOWNLOAD, from: "" }, "from: "],
    [{ ...DOWNLOAD, from: [] }, "from: "],
    [{ ...DOWNLOAD, from: ["a"], match: "*" }, "match: "],
    [{ ...DOWNLOAD, from: "", match: "a/*", to: "in:" }, "match: "],
    [{ ...DOWNLOAD, from: ["a"], to: { store: "a" } }, "to: "],
    [{ ...DOWNLOAD, from: ["a"], expect: "0" }, "expect: "],
    [{ ...DOWNLOAD, to: { store: "a" }, ifExists: "replace" }, "ifExists: "],
    [{ ...DOWNLOAD, to: "a" }, "to: "],
    [{ ...UPLOAD, to: "" }, "to: "],
    [{ ...UPLOAD, to: "a/../../b" }, "to: "],
    [{ ...UPLOAD, from: { stored: "args.a" }, match: "*" }, "match: "],
    [{ ...UPLOAD, expect: "0" }, "expect: "],
    [{ do: "move", from: "a", to: "b", ifExists: "skip" }, "ifExists: "],
    [{ do: "remove", at: "" }, "at: "],
    [{ do: "list", at: "a", recursive: true }, "recursive: "],
  ])("may not be %o", (work, issue) => {
    expect(issuesOf(work).map((one) => one.slice(0, issue.length))).toContain(issue);
  });

  it("names the connection and the roots that it needs, and what is offered in place of one that is missing", () => {
    const work = { ...BASE, ...UPLOAD, from: ["in:a", "other:b"] } as unknown as TransferWork;
    expect(TRANSFER_WORK.offeredNames?.(work)).toEqual(["partner:write", "root:in", "root:other"]);
    const names = ["bank", "partner", "partner:write", "root:in", "root:out", "root:out:write"];
    expect(TRANSFER_WORK.notOffered?.(work, names)).toMatchObject({
      pointer: ["", "work", "from", "1"].join("/"),
      code: "not_one_of",
      parameters: { values: ["in", "out"] },
    });
    const toBank = { ...BASE, ...UPLOAD, connection: "bank" } as unknown as TransferWork;
    expect(TRANSFER_WORK.notOffered?.(toBank, names)).toMatchObject({
      pointer: ["", "work", "connection"].join("/"),
      parameters: { values: ["partner"] },
    });
    const all = { ...BASE, ...DOWNLOAD, to: "out:a" } as unknown as TransferWork;
    expect(TRANSFER_WORK.notOffered?.(all, names)).toMatchObject({ code: "custom" });
  });
});
