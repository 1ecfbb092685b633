import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What a proxy does to what passes through it. */
export interface LinkFaults {
  /** Responses are late by this much. */
  readonly delayMs: number;
  /** Every n-th response is dropped and its connection reset, so that the client never learns the outcome; 0: none. */
  readonly loseEvery: number;
  /** `refused`: every connection is reset and none is let in. `silent`: all stay open and nothing passes, either way. */
  readonly cut: "no" | "refused" | "silent";
}

const HEALTHY: LinkFaults = { delayMs: 0, loseEvery: 0, cut: "no" };

/** A link to a server that can be made bad. */
export interface TcpProxy {
  readonly port: number;
  /** Responses that were dropped so far. */
  readonly lost: number;
  set(faults: Partial<LinkFaults>): void;
  heal(): void;
  close(): Promise<void>;
}

/** Opens a link from a free port of loopback to a port of loopback. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let faults = HEALTHY;
  let lost = 0;
  let answers = 0;
  const open = new Set<Socket>();
  /** Data waiting on silenced connections: sent when these are open again. */
  const held = new Set<() => void>();

  const server = createServer((near) => {
    if (faults.cut === "refused") {
      near.resetAndDestroy();
      return;
    }
    const far = connect(targetPort, "127.0.0.1");
    const both = [near, far];
    for (const socket of both) {
      open.add(socket);
      socket.setNoDelay(true);
      // Either side may be reset at any time: that is what this is for.
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
        for (const other of both) other.destroy();
      });
    }
    const pass = (to: Socket, data: Buffer): void => {
      if (faults.cut === "silent") {
        held.add(() => to.write(data));
        return;
      }
      to.write(data);
    };
    near.on("data", (data) => pass(far, data));
    far.on("data", (data) => {
      answers += 1;
      if (faults.loseEvery > 0 && answers % faults.loseEvery === 0) {
        lost += 1;
        near.resetAndDestroy();
        return;
      }
      if (faults.delayMs > 0) setTimeout(() => pass(near, data), faults.delayMs);
      else pass(near, data);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Cannot open a proxy");

  const set = (changes: Partial<LinkFaults>): void => {
    faults = { ...faults, ...changes };
    if (faults.cut === "refused") for (const socket of open) socket.resetAndDestroy();
    if (faults.cut === "silent") return;
    for (const send of held) send();
    held.clear();
  };
  return {
    port: address.port,
    get lost() {
      return lost;
    },
    set,
    heal: () => set(HEALTHY),
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
  };
}
