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

it("resolveManagementAppOptions() takes the base path / for the root", () => {
  expect(resolveManagementAppOptions({ basePath: "/" })).toMatchObject({ basePath: "" });
});

it.each(["/定时", "/%E5%AE%9A%E6%97%B6"])(
  'resolveManagementAppOptions() has the base path "%s" as browsers send it',
  (basePath) => {
    expect(resolveManagementAppOptions({ basePath })).toMatchObject({ basePath: "/%E5%AE%9A%E6%97%B6" });
  },
);
