import { expect, it } from "vitest";
import { parseNotice, TEST_TEXT } from "./notice.ts";

it.each([null, {}, []])("parseNotice() takes %j for a test", (args) => {
  expect(parseNotice(args)).toMatchObject({ isTest: true, event: "opened", text: TEST_TEXT, incidents: [] });
});

it("parseNotice() needs an event and a text, and keeps what it does not know", () => {
  expect(parseNotice({ event: "opened", text: "Disk full", more: [1] })).toMatchObject({
    isTest: false,
    text: "Disk full",
    more: [1],
    url: null,
    incidents: [],
  });
});

it.each([
  ["hello", "the arguments"],
  [{ text: "Disk full" }, '"event" is missing'],
  [{ event: "over", text: "Disk full" }, '"event" must be opened, changed, repeated, resolved'],
  [{ event: "opened", text: "" }, '"text" must not be empty'],
  [{ event: "opened", text: "a", url: "javascript:alert(1)" }, '"url" must be an address'],
  [{ event: "opened", text: "a", url: "https://a.test/|<!channel>" }, '"url" must be an address'],
  [{ event: "opened", text: "a", at: "yesterday" }, '"at" must be a time'],
  [{ event: "opened", text: "a", incidents: [{ text: "a" }] }, '"incidents.0.id"'],
])("parseNotice() refuses %j for good, and says what is wanted", (args, message) => {
  const parse = (): unknown => parseNotice(args);
  expect(parse).toThrow(message);
  expect(parse).toThrow("{ event, text } are enough, and no arguments send a test");
  expect(parse).toThrow(expect.objectContaining({ retryable: false }) as Error);
});
