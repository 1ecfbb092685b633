import { describe, expect, it } from "vitest";
import { RANDOM_FILES } from "./random-files/files.ts";
import { faultsOf } from "./random-files/hold-files.ts";

describe("random files", () => {
  it.each(RANDOM_FILES)("of %s are imported as they are meant", { timeout: 60_000 }, (source, files) => {
    expect(faultsOf(source, files, 200)).toEqual([]);
  });
});
