import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { downloadArchive } from "../getting/download.ts";
import type { ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { isInstalled } from "../getting/run-program.ts";

const MONGOD = "8.0.17";
const SITE = "https://fastdl.mongodb.org";
const RELEASE = "/etc/os-release";

/** What MongoDB calls its build for a Linux: by ID and major version, https://www.mongodb.com/docs/manual/administration/production-notes/ */
const LINUX_BUILDS: Readonly<Record<string, string>> = {
  "x64 debian 12": "x86_64-debian12",
  "x64 debian 13": "x86_64-debian12",
  "x64 ubuntu 20": "x86_64-ubuntu2004",
  "x64 ubuntu 22": "x86_64-ubuntu2204",
  "x64 ubuntu 24": "x86_64-ubuntu2404",
  "x64 rhel 8": "x86_64-rhel8",
  "x64 rhel 9": "x86_64-rhel93",
  "x64 rocky 9": "x86_64-rhel93",
  "x64 almalinux 9": "x86_64-rhel93",
  "x64 amzn 2023": "x86_64-amazon2023",
  // MongoDB builds none for Debian on ARM; Ubuntu's of the same age runs on it.
  "arm64 debian 12": "aarch64-ubuntu2204",
  "arm64 debian 13": "aarch64-ubuntu2204",
  "arm64 ubuntu 22": "aarch64-ubuntu2204",
  "arm64 ubuntu 24": "aarch64-ubuntu2404",
  "arm64 amzn 2023": "aarch64-amazon2023",
};
const MAC_BUILDS: Readonly<Record<string, string>> = { arm64: "arm64", x64: "x86_64" };

/** MongoDB's own build for this machine, from its download site; `null` where it has none. */
export function officialMongod(platform: string, arch: string): ProgramSource | null {
  const path = archivePath(platform, arch);
  if (path === null) return null;
  const name = `mongod-${MONGOD}`;
  return {
    name,
    async fill(folder) {
      const url = `${SITE}/${path}`;
      reportProgress(`downloading mongod ${MONGOD} from ${SITE}`);
      await downloadArchive({ url, checksums: `${url}.sha256`, stripComponents: 1 }, folder);
      await rm(join(folder, "bin", "mongos"), { force: true });
      if (!isInstalled(join(folder, "bin", "mongod")))
        throw new Error("the downloaded mongod does not run on this machine");
    },
  };
}

function archivePath(platform: string, arch: string): string | null {
  if (platform === "darwin") {
    const build = MAC_BUILDS[arch];
    return build === undefined ? null : `osx/mongodb-macos-${build}-${MONGOD}.tgz`;
  }
  if (platform !== "linux" || !existsSync(RELEASE)) return null;
  const { ID = "", VERSION_ID = "" } = parseEnv(readFileSync(RELEASE, "utf8"));
  const build = LINUX_BUILDS[`${arch} ${ID} ${VERSION_ID.split(".")[0]}`];
  return build === undefined ? null : `linux/mongodb-linux-${build}-${MONGOD}.tgz`;
}
