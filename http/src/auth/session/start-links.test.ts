import { expect, it } from "vitest";
import { tokenFileOf } from "./start-links.ts";

it.each([
  [null, ".mojob/token"],
  ["jobs.db", ".mojob/token"],
  ["./jobs.db", ".mojob/token"],
  [".\\jobs.db", ".mojob/token"],
  [".mojob/jobs.db", ".mojob/token"],
  ["data/jobs.db", "data/token"],
  ["../jobs.db", "../token"],
  ["/var/lib/jobs/mojob.db", "/var/lib/jobs/token"],
  ["C:\\jobs\\mojob.db", "C:\\jobs\\token"],
  ["/jobs.db", "/token"],
])("the token of a start on %s is in %s", (storeFile, file) => {
  expect(tokenFileOf(storeFile)).toBe(file);
});
