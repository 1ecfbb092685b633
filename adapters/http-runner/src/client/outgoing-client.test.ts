import { describe, expect, it } from "vitest";
import { createOutgoingClient } from "./outgoing-client.ts";

describe("createOutgoingClient()", () => {
  it.each(["127.0.0.1", "[::1]", "169.254.169.254", "2130706433"])(
    "refuses http://%s, which needs no look-up, before it connects",
    async (host) => {
      const client = createOutgoingClient({
        timeoutMs: 500,
        resolve: () => Promise.reject(new Error("asked")),
      });
      const sent = client.send({
        method: "GET",
        url: `http://${host}:9/`,
        headers: {},
        body: null,
        signal: new AbortController().signal,
      });
      await expect(sent).rejects.toMatchObject({ code: "address_refused" });
    },
  );
});
