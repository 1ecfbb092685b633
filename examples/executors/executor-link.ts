import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A proxy between workers and their scheduler that can lose the response of a registration, and keep results back. */
export class ExecutorLink implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #port: number;
  #losesReturn = false;
  #keepsEnds = false;
  #hasReturned = false;
  #lost = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  /** @param port of the scheduler */
  static async open(port: number): Promise<ExecutorLink> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ExecutorLink(server, port);
  }

  /** Cuts the connection of the next registration with leases once the scheduler has responded to it. */
  loseNextReturn(): void {
    this.#losesReturn = true;
  }

  /** Cuts the connection of each `settle` until a program has registered with leases and has called again after that. */
  keepEndsUntilReturn(): void {
    [this.#keepsEnds, this.#hasReturned] = [true, false];
  }

  /** Responses that were lost. */
  get lost(): number {
    return this.#lost;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path = "/", headers, socket } = incoming;
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    if (this.#keepsEnds && path.endsWith("/settle")) {
      socket.destroy();
      return;
    }
    // Any other call shows that the response of the registration has arrived.
    if (this.#hasReturned) this.#keepsEnds = false;
    const returns = path.endsWith("/register") && body.includes('"leases"');
    const loses = this.#losesReturn && returns;
    if (loses) this.#losesReturn = false;
    const forwarded = request({ host: "127.0.0.1", port: this.#port, method, path, headers });
    outgoing.once("close", () => forwarded.destroy());
    forwarded.on("error", () => socket.destroy());
    forwarded.once("response", (response) => {
      if (!loses) {
        if (returns && response.statusCode === 201) outgoing.once("finish", () => (this.#hasReturned = true));
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        return;
      }
      response.resume().once("end", () => {
        this.#lost += 1;
        socket.destroy();
      });
    });
    forwarded.end(body);
  }
}
