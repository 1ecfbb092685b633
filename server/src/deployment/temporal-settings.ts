import { readFile } from "node:fs/promises";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { TemporalOptions } from "@mojob/runtime-temporal";
import type { RuntimeConfiguration } from "../configuration/configuration.ts";
import type { Environment } from "../configuration/parse-configuration.ts";

/**
 * Where Temporal is, by `MOJOB_RUNTIME`, and how to connect to it, by the variables that Temporal's own tools read:
 * `TEMPORAL_API_KEY`, `TEMPORAL_TLS`, `TEMPORAL_TLS_SERVER_NAME`, `TEMPORAL_TLS_SERVER_CA_CERT_PATH`,
 * `TEMPORAL_TLS_CLIENT_CERT_PATH`, `TEMPORAL_TLS_CLIENT_KEY_PATH`.
 * @throws MoJobError `invalid_configuration`
 */
export async function readTemporalSettings(
  runtime: RuntimeConfiguration,
  env: Environment,
): Promise<TemporalOptions> {
  if (runtime.kind !== "temporal") {
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      'Cannot start: MOJOB_RUNTIME must be "temporal://host:port/namespace" here',
    );
  }
  const { address, namespace } = runtime;
  const apiKey = env["TEMPORAL_API_KEY"];
  const tls = await readTls(env);
  // A codec goes here as `dataConverter`; the same in every process that uses the namespace.
  return { address, namespace, tls, ...(apiKey !== undefined && apiKey !== "" && { apiKey }) };
}

/** TLS is on where anything asks for it: an API key never goes over the wire in the clear. */
async function readTls(env: Environment): Promise<NonNullable<TemporalOptions["tls"]>> {
  const read = async (name: string): Promise<Buffer | undefined> => {
    const path = env[name];
    return path === undefined || path === "" ? undefined : readFile(path);
  };
  const [authority, crt, key] = await Promise.all([
    read("TEMPORAL_TLS_SERVER_CA_CERT_PATH"),
    read("TEMPORAL_TLS_CLIENT_CERT_PATH"),
    read("TEMPORAL_TLS_CLIENT_KEY_PATH"),
  ]);
  if ((crt === undefined) !== (key === undefined)) {
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      "Cannot start: TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH go together",
    );
  }
  const serverName = env["TEMPORAL_TLS_SERVER_NAME"] ?? "";
  const config = {
    ...(authority !== undefined && { serverRootCACertificate: authority }),
    ...(serverName !== "" && { serverNameOverride: serverName }),
    ...(crt !== undefined && key !== undefined && { clientCertPair: { crt, key } }),
  };
  if (Object.keys(config).length > 0) return config;
  return env["TEMPORAL_TLS"] === "true" || (env["TEMPORAL_API_KEY"] ?? "") !== "";
}
