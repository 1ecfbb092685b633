import { connect } from "node:net";

const PATIENCE_MS = 2000;

/** Resolves when a server that speaks first does so at a port of this machine; rejects when it does not. */
export function greets(port: number): Promise<void> {
  return reached(port, "data");
}

/** Resolves when a server that waits to be spoken to takes a connection at a port of this machine; rejects when it does not. */
export function connects(port: number): Promise<void> {
  return reached(port, "connect");
}

function reached(port: number, sign: "data" | "connect"): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: PATIENCE_MS });
    const end = (error?: Error): void => {
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.once(sign, () => end());
    socket.once("timeout", () => end(new Error(`Nothing was said at port ${port} within ${PATIENCE_MS} ms`)));
    socket.once("error", end);
    socket.once("close", () => end(new Error(`The connection to port ${port} was closed`)));
  });
}
