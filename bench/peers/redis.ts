import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import process from "node:process";
import { type OwnedServer, startOwnedServer } from "@mojob/test-services/owned-server";

/**
 * Starts Redis as its authors recommend for data that is to be kept: an append-only file that is synced once a second. It is the
 * one on the PATH, else Debian's package, installed where this process is root.
 */
export function startRedis(): Promise<OwnedServer> {
  if (!isThere()) install();
  return startOwnedServer({
    name: "redis",
    command: "redis-server",
    patienceMs: 20_000,
    args: (port, folder) => [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      "--save",
      "",
      "--appendonly",
      "yes",
      "--appendfsync",
      "everysec",
    ],
    probe: ping,
  });
}

async function ping(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    socket.write("PING\r\n");
    const [response] = (await once(socket, "data")) as [Buffer];
    if (!response.toString().startsWith("+PONG"))
      throw new Error(`Redis is not ready: ${response.toString()}`);
  } finally {
    socket.destroy();
  }
}

function isThere(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

function install(): void {
  // Where a package's service would start by itself, it must not: the benchmark's own is on another port.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["update"], { env });
  spawnSync("apt-get", ["install", "--yes", "--no-install-recommends", "redis-server"], { env });
  if (!isThere())
    throw new Error("There is no redis-server: install it (Debian: apt-get install redis-server)");
}
