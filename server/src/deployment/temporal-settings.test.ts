import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readTemporalSettings } from "./temporal-settings.ts";

describe("readTemporalSettings()", () => {
  const runtime = { kind: "temporal", address: "temporal.example:7233", namespace: "mojob" } as const;

  test("speaks plainly where nothing is said", async () => {
    expect(await readTemporalSettings(runtime, {})).toEqual({
      address: "temporal.example:7233",
      namespace: "mojob",
      tls: false,
    });
  });

  test("shows a key over TLS alone", async () => {
    const settings = await readTemporalSettings(runtime, { TEMPORAL_API_KEY: "key" });
    expect(settings).toMatchObject({ apiKey: "key", tls: true });
  });

  test("reads certificates from their files, the client's with its key", async () => {
    const path = fileURLToPath(new URL("../../../LICENSE", import.meta.url));
    const both = { TEMPORAL_TLS_CLIENT_CERT_PATH: path, TEMPORAL_TLS_CLIENT_KEY_PATH: path };
    const settings = await readTemporalSettings(runtime, { ...both, TEMPORAL_TLS_SERVER_CA_CERT_PATH: path });
    expect(settings.tls).toMatchObject({
      serverRootCACertificate: expect.any(Buffer) as unknown,
      clientCertPair: { crt: expect.any(Buffer) as unknown, key: expect.any(Buffer) as unknown },
    });
    await expect(
      readTemporalSettings(runtime, { TEMPORAL_TLS_CLIENT_CERT_PATH: path }),
    ).rejects.toMatchObject({ code: "invalid_configuration" });
  });
});
