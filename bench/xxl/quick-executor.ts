import { createServer } from "node:http";
import { preciseNow } from "../embedded/figures.ts";

// An executor of XXL-JOB that does nothing: it reports when each run began. Arguments: its port, the scheduler's URL, app name and token.

const [port, admin, appName, token] = process.argv.slice(2);

async function send(path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json", "xxl-job-access-token": token as string };
  await (await fetch(`${admin}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) })).text();
}

createServer((request, response) => {
  const beganAt = preciseNow();
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.end('{"code":200}');
    if (request.url !== "/run") return;
    const { logId } = JSON.parse(Buffer.concat(chunks).toString()) as { logId: number };
    void send("callback", [{ logId, handleCode: 200, handleMsg: String(beganAt) }]);
  });
}).listen(Number(port), "127.0.0.1", () => {
  void send("registry", {
    registryGroup: "EXECUTOR",
    registryKey: appName,
    registryValue: `http://127.0.0.1:${port}`,
  });
});
