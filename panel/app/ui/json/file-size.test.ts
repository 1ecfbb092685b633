import { expect, it } from "vitest";
import { fileSize } from "./file-size.ts";

it.each([
  [0, "0 byte"],
  [999, "999 byte"],
  [1000, "1 kB"],
  [12_345, "12.3 kB"],
  [268_435_456, "268.4 MB"],
  [5_000_000_000_000, "5,000 GB"],
])("%i bytes are shown as %s", (bytes, text) => {
  expect(fileSize(bytes, "en")).toBe(text);
});
