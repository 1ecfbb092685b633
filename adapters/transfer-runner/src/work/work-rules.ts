import { issueAt, wanted } from "@mojob/core/engine";
import type { WorkKindRules } from "@mojob/core/ports";
import {
  ChecksumAlgorithm,
  isStored,
  namePattern,
  oneOf,
  place,
  source,
  sources,
  statedPathMistake,
  target,
  text,
} from "@mojob/file-runner/work";
import * as v from "valibot";
import { alikeIn, namesOf } from "./offered-names.ts";
import {
  IfThere,
  isOfSeveral,
  TRANSFER_KIND,
  TransferOperation,
  type TransferWork,
} from "./transfer-work.ts";

const MOST_FILES = 1000;
const PATH_WANTED =
  'must be a path below the folder of the connection, such as "orders/{args.day}.csv"; the first "/" is left out';

const remotePath = v.pipe(
  v.string(PATH_WANTED),
  v.maxLength(4096, wanted("too_long", { max: 4096 })),
  v.check(
    (path) => statedPathMistake(path) === null,
    ({ input }) => `${PATH_WANTED}: ${statedPathMistake(input)}`,
  ),
);
/** A path of a file, which is no folder. */
const remoteFile = v.pipe(
  remotePath,
  v.check((path) => path !== "" && path !== ".", PATH_WANTED),
);
const remoteFiles = v.pipe(
  v.array(remoteFile, PATH_WANTED),
  v.minLength(1, wanted("too_few", { min: 1 })),
  v.maxLength(MOST_FILES, wanted("too_many", { max: MOST_FILES })),
);
const match = v.exactOptional(namePattern);
const ifExists = v.exactOptional(oneOf(Object.values(IfThere)));

const schema = v.variant(
  "do",
  [
    operation("download", {
      from: v.union([remotePath, remoteFiles], `${PATH_WANTED}, or a list of them`),
      match,
      to: target,
      ifExists,
      algorithm: v.exactOptional(oneOf(Object.values(ChecksumAlgorithm))),
      expect: v.exactOptional(text(512)),
    }),
    operation("upload", {
      from: v.union(
        [source, sources],
        'must be a place such as "in:orders/a.csv", a stored file as { "stored": "args.report" }, or a list of them',
      ),
      match,
      to: remotePath,
      ifExists,
    }),
    operation("list", { at: remotePath, match }),
    operation("exists", { at: remotePath }),
    operation("move", {
      from: remoteFile,
      to: remoteFile,
      ifExists: v.exactOptional(oneOf([IfThere.Fail, IfThere.Replace])),
    }),
    operation("remove", { at: remoteFile, ifMissing: v.exactOptional(oneOf(["fail", "pass"])) }),
  ],
  wanted("not_one_of", { values: Object.values(TransferOperation) }),
);

/** The members of an operation; others are refused. */
function operation<const Operation extends TransferOperation, Entries extends v.ObjectEntries>(
  name: Operation,
  entries: Entries,
) {
  return v.pipe(
    v.strictObject({
      kind: v.literal(TRANSFER_KIND),
      do: v.literal(name),
      connection: text(100),
      ...entries,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const [key, message] = contradiction(dataset.value as unknown as TransferWork) ?? [];
      if (key === undefined || message === undefined) return;
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input: dataset.value as object, key, value: null }],
      } as never);
    }),
  );
}

/** A member beside one with which it is of no use, or means nothing. */
function contradiction(work: TransferWork): readonly [string, string] | null {
  if (work.do !== "download" && work.do !== "upload") return null;
  if (work.match !== undefined && Array.isArray(work.from))
    return ["match", 'must be left out beside a list of files in "from": it is about a folder'];
  if (work.do === "upload")
    return isOfSeveral(work) || (work.to !== "" && work.to !== ".")
      ? singleSource(work.match, work.from)
      : ["to", PATH_WANTED];
  if (!isOfSeveral(work)) {
    if (work.from === "" || work.from === ".") return ["from", `${PATH_WANTED}, or a folder with "match"`];
    if (work.ifExists !== undefined && isStored(work.to))
      return [
        "ifExists",
        'must be left out beside { "store": … }: a stored file takes the place of one that an earlier attempt left',
      ];
    return null;
  }
  if (isStored(work.to)) return ["to", 'must be a folder such as "in:orders": several files may come'];
  return work.expect === undefined ? null : ["expect", "must be left out where several files may come"];
}

/** Stored files are in no folder. */
function singleSource(match: string | undefined, from: unknown): readonly [string, string] | null {
  if (match === undefined || v.is(place, from)) return null;
  return ["match", "must be left out beside a stored file: it is about a folder"];
}

/** The rules of work that transfers files; `transferRunner` registers them with `registerWorkKind`, as do the management API and the server. */
export const TRANSFER_WORK: WorkKindRules<TransferWork> = {
  kind: TRANSFER_KIND,
  // Which operation it is first: a mistake in it is one of its member alone.
  schema: v.pipe(
    v.looseObject({ kind: v.literal(TRANSFER_KIND), do: oneOf(Object.values(TransferOperation)) }),
    schema,
  ) as v.GenericSchema<unknown, TransferWork>,
  canBeTried: true,
  offeredNames: (work) => [...new Set(namesOf(work).map(({ offered }) => offered))],
  notOffered: (work, names) => {
    const missing = namesOf(work).find(({ offered }) => !names.includes(offered));
    // Each is offered, and no worker has all of them.
    if (missing === undefined)
      return issueAt(["", "work", "do"].join("/"), "custom", {
        text: "no worker has the connection and all roots of this job",
      });
    return issueAt(["", "work", missing.member].join("/"), "not_one_of", { values: alikeIn(names, missing) });
  },
};
