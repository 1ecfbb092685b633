import { afterAll, beforeAll, expect, it } from "vitest";
import { type AttackedServer, type Headerlike, startAttacked } from "./attacked-server.ts";

let server: AttackedServer;
beforeAll(async () => {
  server = await startAttacked();
  await server.send("/api/v1/people", { body: { name: "root", isSuperadmin: true }, headers: server.admin });
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

/** Opens the live events; `ended` resolves to all that was sent once the server has ended them. */
async function open(headers: Headerlike) {
  const stop = new AbortController();
  const response = await fetch(new URL("/api/v1/events", server.url), { headers, signal: stop.signal });
  const read = async (): Promise<string> => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece);
    return text;
  };
  const ended = response.status === 200 ? read().catch(() => "stopped") : Promise.resolve("");
  return { status: response.status, ended, stop: () => stop.abort() };
}

const start = (app: string) =>
  server.send(`/api/v1/jobs/${app}.close/instances`, { body: {}, headers: server.admin });

it("a stream ends when its caller loses one of several rights, and shows nothing of what was taken", async () => {
  const everywhere = { role: "viewer" };
  const li = await server.person("li", everywhere, { role: "viewer", apps: ["ledger"] });
  const { json } = await server.send("/api/v1/account", { headers: li });
  const { id } = json.memberships.find(({ apps }: { readonly apps: unknown }) => apps === null);
  const stream = await open(li);
  expect(stream.status).toBe(200);
  const taken = await server.send(`/api/v1/people/li/roles/${id}`, {
    method: "DELETE",
    headers: server.admin,
  });
  expect(taken.status).toBe(204);
  await start("billing");
  expect(await stream.ended).not.toContain("billing");
  const again = await open(li);
  expect(again.status).toBe(200);
  again.stop();
}, 30_000);

it("one caller who opens all that it may leaves streams for the others", async () => {
  const wang = await server.person("wang", { role: "viewer" });
  const zhao = await server.person("zhao", { role: "viewer" });
  const all = await Promise.all(Array.from({ length: 60 }, () => open(wang)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
  for (const headers of [zhao, server.admin]) {
    const other = await open(headers);
    expect(other.status).toBe(200);
    other.stop();
  }
  for (const { stop } of all) stop();
}, 60_000);
