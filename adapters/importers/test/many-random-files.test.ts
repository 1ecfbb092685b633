import { describe, expect, it } from "vitest";
import { RANDOM_FILES } from "./random-files/files.ts";
import { faultsOf } from "./random-files/hold-files.ts";

describe("10,000 random files", () => {
  it.each(RANDOM_FILES)("of %s are imported as they are meant", { timeout: 600_000 }, (source, files) => {
    expect(faultsOf(source, files, 10_000)).toEqual([]);
  });
});
