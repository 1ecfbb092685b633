import { expect, it } from "vitest";
import { resolveManagementAppOptions } from "./management-app-options.ts";

it("resolveManagementAppOptions() switches nothing on that was not asked for", () => {
  expect(resolveManagementAppOptions({})).toMatchObject({
    token: undefined,
    scope: undefined,
    origins: [],
    basePath: "",
    registration: false,
  });
});

it.each([
  ["a weak token", { token: "aaaaaaaaaaaaaaaa" }],
  ["an empty token", { token: "" }],
  ["an origin with a path", { cors: { origins: ["https://panel.example.com/"] } }],
  ["every origin", { cors: { origins: ["*"] } }],
  ["a base path that ends with a slash", { basePath: "/mojob/" }],
])("resolveManagementAppOptions() refuses %s", (_what, options) => {
  expect(() => resolveManagementAppOptions(options)).toThrow(
    expect.objectContaining({ code: "invalid_configuration" }),
  );
});
