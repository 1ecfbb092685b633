import { expect, it } from "vitest";
import { ALL_PERMISSIONS, isReading, Permission } from "./permission.ts";
import { permissionsOf, Role, ROLE_PERMISSIONS } from "./role.ts";

const { Viewer, Operator, Editor, Admin, Worker } = Role;

it("each role of people may do what the one before may, and more", () => {
  const people = [Viewer, Operator, Editor, Admin].map((role) => new Set(ROLE_PERMISSIONS[role]));
  for (const [at, role] of people.entries()) {
    expect(role.size).toBe(new Set(role).size);
    const below = people[at - 1];
    if (below !== undefined) expect(below.isSubsetOf(role) && below.size < role.size).toBe(true);
  }
  expect(ROLE_PERMISSIONS[Viewer].every(isReading)).toBe(true);
});

it("an administrator may do everything but what is of the whole deployment, and an executor only its work", () => {
  expect(ALL_PERMISSIONS.filter((one) => !ROLE_PERMISSIONS[Admin].includes(one))).toEqual([
    Permission.EditDeployment,
  ]);
  expect(permissionsOf(Worker)).toEqual([Permission.RunJobs, Permission.RegisterJobs]);
});

it("permissionsOf() gives payloads with each role of people unless the flag withholds them", () => {
  for (const role of [Viewer, Operator, Editor, Admin]) {
    expect(permissionsOf(role)).toContain(Permission.ReadPayloads);
    expect(new Set(permissionsOf(role, { payloads: true }))).toEqual(
      new Set([...ROLE_PERMISSIONS[role], Permission.ReadPayloads]),
    );
    expect(permissionsOf(role, { payloads: false })).not.toContain(Permission.ReadPayloads);
  }
  expect(ROLE_PERMISSIONS[Editor]).not.toContain(Permission.ReadPayloads);
  expect(ROLE_PERMISSIONS[Admin]).toContain(Permission.ReadPayloads);
});
