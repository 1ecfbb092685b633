import { describe, expect, it } from "vitest";
import { groupsIn } from "./groups-claim.ts";

const groupsOf = (claims: Record<string, unknown>, claim = "groups") => groupsIn(claims, claim).groups;
const faultOf = (claims: Record<string, unknown>, claim = "groups") => groupsIn(claims, claim).origin.fault;

describe("the groups of a claim", () => {
  it.each([
    ["realm_access.roles", { realm_access: { roles: ["ops"] } }],
    ["resource_access.mojob.roles", { resource_access: { mojob: { roles: ["ops"] } } }],
    ["resource_access.my.client.roles", { resource_access: { "my.client": { roles: ["ops"] } } }],
    ["https://login.example.com/roles", { "https://login.example.com/roles": ["ops"] }],
    ["https://login.example.com/app.roles", { "https://login.example.com/app": { roles: ["ops"] } }],
    ["a.b", { "a.b": ["ops"], a: { b: ["other"] } }],
    ["a.b.c", { "a.b": { d: 1 }, a: { "b.c": ["ops"] } }],
    ["cognito:groups", { "cognito:groups": ["ops"] }],
  ])("are found by the name %j, also within other claims and with dots in names", (claim, claims) => {
    expect(groupsOf(claims, claim)).toEqual(["ops"]);
  });

  it.each([
    [
      [["ops", "ledger"], "mail"],
      ["ops", "ledger", "mail"],
    ],
    [[[["ops"]], ["ops"]], ["ops"]],
    ["ops", ["ops"]],
    ["ops,ledger", ["ops,ledger", "ops", "ledger"]],
    [" ops , ledger ", ["ops , ledger", "ops", "ledger"]],
    ["CN=ops,OU=groups", ["CN=ops,OU=groups", "CN=ops", "OU=groups"]],
    ['["ops","ledger"]', ["ops", "ledger"]],
    ["Domain Users", ["Domain Users"]],
    [
      ["a,b", "Domain Users"],
      ["a,b", "Domain Users"],
    ],
    [["ops", 7, null, { name: "x" }], ["ops"]],
  ])("of %j are %j", (groups, names) => {
    expect(groupsOf({ groups })).toEqual(names);
    expect(faultOf({ groups })).toBeNull();
  });

  it.each([
    [{}, "absent"],
    [{ groups: null }, "absent"],
    [{ groups: [] }, null],
    [{ groups: "" }, null],
    [{ groups: { ops: {} } }, "unreadable"],
    [{ groups: 7 }, "unreadable"],
    [{ groups: [{ name: "ops" }] }, "unreadable"],
    [{ groups: [[[[["ops"]]]]] }, "unreadable"],
    [{ _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://x" } } }, "too_many"],
    [{ hasgroups: true }, "too_many"],
    [{ hasgroups: "true" }, "too_many"],
    [{ _claim_names: { address: "src1" } }, "absent"],
  ])("that are not read from %j are %j", (claims, fault) => {
    expect(groupsOf(claims)).toEqual([]);
    expect(faultOf(claims)).toBe(fault);
  });

  it("are read where some were left out of one message and came in the other", () => {
    expect(faultOf({ hasgroups: true, groups: ["ops"] })).toBeNull();
  });

  it("are none of what every object has", () => {
    expect(faultOf({}, "constructor.name")).toBe("absent");
    expect(faultOf({ a: {} }, "a.constructor")).toBe("absent");
    expect(faultOf({ a: {} }, "__proto__")).toBe("absent");
  });
});
