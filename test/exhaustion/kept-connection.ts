import { Agent, request } from "node:http";

/** One connection to an API that stays open, so that a server without a free file descriptor can still be asked. */
export interface KeptConnection extends Disposable {
  send(method: "GET" | "POST", path: string, body?: object): Promise<unknown>;
}

export function keepConnection(url: string): KeptConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        const headers = body === undefined ? {} : { "content-type": "application/json" };
        request(`${url}/api/v1${path}`, { agent, method, headers }, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.on("end", () => resolve(JSON.parse(text)));
        })
          .on("error", reject)
          .end(body === undefined ? undefined : JSON.stringify(body));
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
