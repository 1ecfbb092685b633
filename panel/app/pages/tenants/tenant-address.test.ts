import { expect, it } from "vitest";
import { tenantAddress } from "./tenant-address.ts";

it.each([
  ["https://jobs.example.com/", "acme", "/tenants/globex", "https://jobs.example.com/tenants/globex/jobs"],
  ["https://jobs.example.com/tenants/globex/", "globex", "", "https://jobs.example.com/jobs"],
  [
    "https://x.example.com/ops/tenants/acme/",
    "acme",
    "/tenants/globex",
    "https://x.example.com/ops/tenants/globex/jobs",
  ],
  [
    "https://x.example.com/tenants/acme/",
    "globex",
    "/tenants/a",
    "https://x.example.com/tenants/acme/tenants/a/jobs",
  ],
])("tenantAddress() from %s of %s to %j is %s", (root, own, path, expected) => {
  expect(tenantAddress({ own, path, section: "jobs", root })).toBe(expected);
});
