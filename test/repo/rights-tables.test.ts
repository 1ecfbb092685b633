import { readFile } from "node:fs/promises";
import { ALL_PERMISSIONS, type Permission, permissionsOf, Role, ROLE_PERMISSIONS } from "@mojob/core/engine";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

/** What the table of a page says of a permission: for each role whether it has it, or has it by a flag. */
function cellOf(role: Role, permission: Permission): string {
  if (ROLE_PERMISSIONS[role].includes(permission)) return "●";
  return permissionsOf(role).includes(permission) ? "flag" : "";
}

it.each(["docs/rights.md", "docs/rights.zh-CN.md"])("%s says of each role what it may do", async (page) => {
  const lines = (await readFile(new URL(page, ROOT), "utf8")).split("\n");
  const rows = lines.flatMap((line) => {
    const [permission, ...cells] = line.split("|").slice(1, -1);
    return permission?.includes(":") === true && permission.trim().startsWith("`") && cells.length === 6
      ? [[permission.trim().slice(1, -1), cells.slice(0, 5).map((cell) => cell.trim())] as const]
      : [];
  });
  const expected = ALL_PERMISSIONS.map((permission) => [
    permission,
    Object.values(Role).map((role) => cellOf(role, permission)),
  ]);
  expect(rows).toEqual(expected);
});
