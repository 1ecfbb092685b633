import { issueAt, wanted } from "@mojob/core/engine";
import { secretsIn, type WorkKindRules } from "@mojob/core/ports";
import * as v from "valibot";
import {
  ArchiveFormat,
  ChecksumAlgorithm,
  FILE_KIND,
  FileOperation,
  type FileWork,
  IfExists,
  isStored,
  type Target,
} from "./file-work.ts";
import { namePattern, oneOf, place, PLACE_WANTED, source, sources, target, text } from "./place-rules.ts";
import { offeredNameOf, placesOf, rootsIn } from "./work-places.ts";

const LONGEST_TEXT = 256 * 1024;

const count = (max: number) =>
  v.pipe(
    v.number(wanted("not_number")),
    v.integer(wanted("not_whole")),
    v.minValue(1, wanted("too_small", { min: 1 })),
    v.maxValue(max, wanted("too_large", { max })),
  );
const flag = v.exactOptional(v.boolean(wanted("not_flag")));
const ifExists = v.exactOptional(oneOf([IfExists.Fail, IfExists.Replace]));
const match = v.exactOptional(namePattern);
const format = oneOf(Object.values(ArchiveFormat));
const withoutSecrets = v.check<string, string>(
  (value) => secretsIn(value).length === 0,
  "must not refer to secrets, which are not written into files",
);

const by = v.union(
  [
    v.strictObject({ lines: count(1_000_000_000) }),
    v.strictObject({ bytes: count(1024 * 1024 * 1024 * 1024) }),
    v.strictObject({ marker: text(1024) }),
  ],
  'must be one of { "lines": 1000 }, { "bytes": 1048576 } and { "marker": "---" }',
);

const partName = v.exactOptional(
  v.pipe(
    text(200),
    v.check((name) => name.includes("{n}"), 'must have the place of the number: "part-{n}.csv"'),
  ),
);

const schema = v.variant(
  "do",
  [
    operation("read", { from: source, as: v.exactOptional(oneOf(["text", "file"])) }),
    operation("exists", { at: place }),
    operation("write", {
      to: target,
      text: v.pipe(
        v.string(wanted("not_text")),
        v.maxLength(LONGEST_TEXT, wanted("too_long", { max: LONGEST_TEXT })),
        withoutSecrets,
      ),
      encoding: v.exactOptional(oneOf(["utf8", "base64"])),
      ifExists: v.exactOptional(oneOf(Object.values(IfExists))),
    }),
    operation("copy", { from: source, to: target, ifExists }),
    operation("move", { from: place, to: place, ifExists }),
    operation("remove", { at: place, recursive: flag, ifMissing: v.exactOptional(oneOf(["fail", "pass"])) }),
    operation("concat", {
      from: v.union([place, sources], `${PLACE_WANTED}, which is a folder, or a list of files`),
      match,
      recursive: flag,
      to: target,
      separator: v.exactOptional(v.pipe(text(1024), withoutSecrets)),
      ifExists,
    }),
    operation("split", { from: source, to: place, by, name: partName, ifExists }),
    operation("checksum", {
      from: source,
      algorithm: v.exactOptional(oneOf(Object.values(ChecksumAlgorithm))),
      expect: v.exactOptional(text(512)),
    }),
    operation("list", { at: place, match, recursive: flag }),
    operation("pack", { from: place, match, to: target, format, ifExists }),
    operation("unpack", { from: source, to: place, format, ifExists }),
  ],
  wanted("not_one_of", { values: Object.values(FileOperation) }),
);

/** The members of an operation; others are refused. */
function operation<const Operation extends FileOperation, Entries extends v.ObjectEntries>(
  name: Operation,
  entries: Entries,
) {
  return v.pipe(
    v.strictObject({ kind: v.literal(FILE_KIND), do: v.literal(name), ...entries }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const [key, message] = contradiction(dataset.value as unknown as FileWork) ?? [];
      if (key === undefined || message === undefined) return;
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input: dataset.value as object, key, value: null }],
      } as never);
    }),
  );
}

/** The rules of work with files; `fileRunner` registers them with `registerWorkKind`, as do the management API and the server. */
export const FILE_WORK: WorkKindRules<FileWork> = {
  kind: FILE_KIND,
  // Which operation it is first: a mistake in it is one of its member alone.
  schema: v.pipe(
    v.looseObject({ kind: v.literal(FILE_KIND), do: oneOf(Object.values(FileOperation)) }),
    schema,
  ) as v.GenericSchema<unknown, FileWork>,
  canBeTried: true,
  offeredNames: (work) => [...new Set(placesOf(work).map(offeredNameOf))],
  notOffered: (work, names) => {
    const missing = placesOf(work).find((one) => !names.includes(offeredNameOf(one)));
    // Each is offered, and no worker has all of them.
    if (missing === undefined)
      return issueAt(["", "work", "do"].join("/"), "custom", { text: "no worker has all roots of this job" });
    return issueAt(["", "work", missing.member].join("/"), "not_one_of", {
      values: rootsIn(names, missing.isWritten),
    });
  },
};

/** A member beside one with which it is of no use. */
function contradiction(work: FileWork): readonly [string, string] | null {
  if (work.do === "concat" && Array.isArray(work.from)) {
    const member = (["match", "recursive"] as const).find((name) => work[name] !== undefined);
    if (member !== undefined)
      return [member, 'must be left out beside a list of files in "from": it is about a folder'];
  }
  if ("to" in work && "ifExists" in work && isStored(work.to as Target))
    return [
      "ifExists",
      'must be left out beside { "store": … }: a stored file takes the place of one that an earlier attempt left',
    ];
  return null;
}
