import { describe, expect, it } from "vitest";
import { ALL_PERMISSIONS, Permission } from "./permission.ts";
import {
  assertPermission,
  assertPrincipal,
  CODE_PRINCIPAL,
  narrowPrincipal,
  type Principal,
  principalLabel,
} from "./principal.ts";

const reader: Principal = { kind: "user", name: "li", permissions: [Permission.ReadJobs] };

describe("principalLabel()", () => {
  it.each([
    [CODE_PRINCIPAL, null],
    [{ ...CODE_PRINCIPAL, name: "billing" }, "code:billing"],
    [reader, "user:li"],
    [{ ...reader, kind: "local", name: null } as const, "local"],
  ])("of %j is %j", (principal, label) => {
    expect(principalLabel(principal)).toBe(label);
  });
});

it("narrowPrincipal() passes on no permission that the first principal lacks", () => {
  const all: Principal = { kind: "token", name: null, permissions: ALL_PERMISSIONS };
  expect(narrowPrincipal(reader, all)).toEqual({ ...all, permissions: [Permission.ReadJobs] });
  expect(narrowPrincipal(CODE_PRINCIPAL, reader)).toEqual(reader);
});

it("assertPermission() names the principal and the permission that it lacks", () => {
  expect(() => assertPermission(reader, Permission.ReadJobs)).not.toThrow();
  expect(() => assertPermission(reader, Permission.EditJobs)).toThrow(
    expect.objectContaining({
      code: "forbidden",
      message: 'Cannot do this as "user:li": the permission "jobs:edit" is needed',
    }),
  );
});

it.each(["", "a\nb", "a\u001b[2J", "a\u202eb", "x".repeat(129)])(
  "assertPrincipal() refuses the name %j",
  (name) => {
    expect(() => assertPrincipal({ ...reader, name })).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  },
);
