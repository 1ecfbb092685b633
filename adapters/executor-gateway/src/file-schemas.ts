import { line, type Parser, strictObject, text, wholeNumber } from "@mojob/http/extension";
import * as v from "valibot";

/** Base64 of 512 KiB: a body may have 1 MiB. */
const MOST_CONTENT = 699_052;
const LONGEST_LEASE = 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

interface OfLease {
  readonly executor: string;
  readonly lease: string;
}

const described = <Value>(schema: Parser<Value>, description: string): Parser<Value> =>
  v.pipe(schema, v.description(description));

const ofLease = {
  executor: described(text(200, 1), "As `register` returned it"),
  lease: described(text(LONGEST_LEASE, 1), "As `poll` returned it"),
};

const fileValue: Parser<{
  readonly $file: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}> = strictObject({
  $file: text(2000, 1),
  name: line(200, 1),
  size: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  sha256: text(64, 64),
});

export const upload: Parser<
  OfLease & {
    readonly upload: string;
    readonly name: string;
    readonly offset: number;
    readonly content: string;
    readonly last: boolean;
  }
> = strictObject({
  ...ofLease,
  upload: described(line(64, 1), "Chosen by the executor: another one for each file that it stores"),
  name: described(line(200, 1), "1 to 200 characters, without `/` and `\\`"),
  offset: described(
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
    "Bytes of the file before this piece: 0 begins the upload",
  ),
  content: described(
    v.pipe(text(MOST_CONTENT), v.regex(BASE64, "must be base64")),
    "At most 512 KiB, in base64; empty for an empty file",
  ),
  last: described(v.boolean(), "Whether the file ends with it"),
});

export const uploaded: Parser<unknown> = v.object({
  received: v.pipe(v.number(), v.description("Bytes of the file so far")),
  file: v.pipe(
    v.nullable(fileValue),
    v.description("The value of the stored file, for results; `null` before the last piece"),
  ),
});

export const download: Parser<
  OfLease & { readonly file: v.InferOutput<typeof fileValue>; readonly offset?: number | undefined }
> = strictObject({
  ...ofLease,
  file: described(fileValue, "The whole value, as the run got it"),
  offset: v.optional(
    described(
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      "Bytes to leave out, for a program that has read them. Without it: 0",
    ),
  ),
});
