import type { ProtectionItem } from "@mojob/http";
import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

const ITEMS: readonly ProtectionItem[] = [
  { id: "sign_in", state: "on", setting: "MOJOB_PEOPLE" },
  { id: "tls", state: "open", setting: "MOJOB_PUBLIC_URL" },
  { id: "audit", state: "on", setting: null },
];

/** What protects the installation. */
export function describeProtection(): void {
  describe("what protects the installation", () => {
    it("is shown as the program knows it at each request", async () => {
      let items = ITEMS;
      const api = await openTestApi({ protection: () => Promise.resolve(items) });
      expect((await api.call("getProtection")).body).toEqual({ items: ITEMS });
      items = ITEMS.slice(1);
      expect((await api.call("getProtection")).body).toEqual({ items });
    });

    it("is kept from who cannot edit the deployment, without being looked for", async () => {
      const permissions = ["system:read", "tenant:edit"] as const;
      let calls = 0;
      const api = await openTestApi({
        authenticate: () => ({ kind: "user", name: "li", permissions }),
        protection() {
          calls += 1;
          return Promise.resolve(ITEMS);
        },
      });
      const { status, body } = await api.call("getProtection");
      expect([status, body["code"], calls]).toEqual([403, "forbidden", 0]);
    });

    it("is not found where the program does not know", async () => {
      const api = await openTestApi();
      const { status, body } = await api.call("getProtection");
      expect([status, body["code"]]).toEqual([404, "not_found"]);
      expect((await api.call("getSession")).body["hasProtection"]).toBe(false);
      const known = await openTestApi({ protection: () => Promise.resolve(ITEMS) });
      expect((await known.call("getSession")).body["hasProtection"]).toBe(true);
    });
  });
}
