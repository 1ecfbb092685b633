import { describe, expect, it } from "vitest";
import { networkFileSystem } from "./network-file-system.ts";

const MOUNTS = [
  "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
  "30 22 0:45 / /srv/share rw shared:2 - nfs4 server:/export rw",
  "31 22 0:46 / /srv/my\\040files rw - cifs //server/files rw",
  "32 30 254:1 / /srv/share/local rw - ext4 /dev/vdb rw",
  "33 22 0:47 / /srv/far rw - fuse.sshfs me@far: rw",
].join("\n");

describe("networkFileSystem()", () => {
  it.each([
    ["/var/lib/mojob.db", null],
    ["/srv/share/mojob.db", "nfs4"],
    ["/srv/share/deep/er/mojob.db", "nfs4"],
    ["/srv/shared/mojob.db", null],
    ["/srv/share/local/mojob.db", null],
    ["/srv/my files/mojob.db", "cifs"],
    ["/srv/far/mojob.db", "fuse.sshfs"],
    ["\\\\server\\files\\mojob.db", "a network share"],
  ])("finds for %s: %s", (path, type) => {
    expect(networkFileSystem(path, MOUNTS)).toBe(type);
  });

  it("says nothing where the system says nothing", () => {
    expect(networkFileSystem("/srv/share/mojob.db", null)).toBe(null);
  });
});
