import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freeLowPorts } from "../running/owned-process.ts";
import { PRIORITIES } from "../temporal/temporal-server.ts";
import { POSTGRES_USER } from "./postgres.ts";
import { DATABASES, PLUGIN } from "./schemas.ts";

const SERVICES = ["frontend", "history", "matching", "worker"];

/** Each service knows a new namespace within this time. @see https://docs.temporal.io/references/dynamic-configuration */
const NAMESPACES: Readonly<Record<string, string>> = { "system.namespaceCacheRefreshInterval": "1s" };

export interface ProductionConfig {
  readonly port: number;
  readonly postgresPort: number;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Writes the server's configuration (https://docs.temporal.io/references/configuration) into the folder. JSON is YAML.
 * The ports stay the same when the server is restarted: its membership is recorded in the database by address.
 */
export async function writeConfig(folder: string, config: ProductionConfig): Promise<void> {
  const { port, postgresPort, settings } = config;
  const dynamicPath = join(folder, "dynamic.yaml");
  const dynamic = Object.entries({ ...PRIORITIES, ...NAMESPACES, ...settings }).map(([key, value]) => [
    key,
    [{ value }],
  ]);
  const [defaultStore, visibilityStore] = DATABASES.map(({ name }) => name);
  const server = {
    log: { stdout: true, level: "error" },
    persistence: {
      defaultStore,
      visibilityStore,
      numHistoryShards: 4,
      datastores: Object.fromEntries(DATABASES.map(({ name }) => [name, { sql: store(name, postgresPort) }])),
    },
    global: { membership: { maxJoinDuration: "30s", broadcastAddress: "127.0.0.1" } },
    services: await services(port),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: "active",
      currentClusterName: "active",
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: "frontend",
          rpcAddress: `127.0.0.1:${port}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: "noop" },
    publicClient: { hostPort: `127.0.0.1:${port}` },
    dynamicConfigClient: { filepath: dynamicPath, pollInterval: "60s" },
  };
  await mkdir(join(folder, "config"));
  await writeFile(join(folder, "config", "mojob.yaml"), JSON.stringify(server));
  await writeFile(dynamicPath, JSON.stringify(Object.fromEntries(dynamic)));
}

function store(databaseName: string, port: number): Readonly<Record<string, string | number>> {
  return {
    pluginName: PLUGIN,
    databaseName,
    connectAddr: `127.0.0.1:${port}`,
    connectProtocol: "tcp",
    user: POSTGRES_USER,
    maxConns: 20,
    maxIdleConns: 20,
    maxConnLifetime: "1h",
  };
}

async function services(port: number): Promise<Readonly<Record<string, unknown>>> {
  // The table of members has 15 bits for a port.
  const ports = await freeLowPorts(2 * SERVICES.length);
  return Object.fromEntries(
    SERVICES.map((name, index) => [
      name,
      {
        rpc: {
          grpcPort: name === "frontend" ? port : ports[2 * index],
          membershipPort: ports[2 * index + 1],
          bindOnIP: "127.0.0.1",
        },
      },
    ]),
  );
}
