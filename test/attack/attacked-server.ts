import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";

const PROGRAM = fileURLToPath(new URL("../../server/programs/control-plane.ts", import.meta.url));
/** The server's own token: who attacks does not have it. */
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
export const PASSWORD = "correct horse battery staple";
const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests read it freely: a wrong guess fails their expectation.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

export interface SendOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Headerlike;
}
export type Headerlike = Readonly<Record<string, string>>;

/** A started server that is reached by HTTP alone. */
export interface AttackedServer extends AsyncDisposable {
  readonly url: string;
  /** Of the holder of the server's token. */
  readonly admin: Headerlike;
  send(path: string, options?: SendOptions): Promise<Sent>;
  /** Adds somebody with these roles, who has signed in; resolves to the headers of their own page. */
  person(name: string, ...roles: readonly object[]): Promise<Headerlike>;
  /** Makes a token; resolves to its id and to the headers of who has it. */
  token(request: object, by?: Headerlike): Promise<{ readonly id: string; readonly headers: Headerlike }>;
}

/** Starts the program of the image on a file, with jobs of two apps. */
export async function startAttacked(env: Headerlike = {}): Promise<AttackedServer> {
  const folder = await mkdtemp(join(tmpdir(), "mojob-attack-"));
  const program = spawnProgram(NODE, PROGRAM, {
    env: {
      MOJOB_STORE: `sqlite:${join(folder, "jobs.db")}`,
      MOJOB_RUNTIME: "local:",
      MOJOB_TOKEN: TOKEN,
      MOJOB_PORT: "0",
      MOJOB_HTTP_REGISTRATION: "true",
      ...env,
    },
  });
  const url = (await program.line(/http:\/\//)).replace(/^.*?(?=http:)/, "");
  const admin = { Authorization: `Bearer ${TOKEN}` };
  const send: AttackedServer["send"] = async (path, { method, body, headers = {} } = {}) => {
    const response = await fetch(new URL(path, url), {
      method: method ?? (body === undefined ? "GET" : "POST"),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { "Content-Type": "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get("Content-Type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    };
  };
  for (const app of ["ledger", "billing"]) {
    const definitions = ["close", "report"].map((name) => ({ key: `${app}.${name}`, kind: "triggered" }));
    await send("/api/v1/registrations", { body: { app, definitions }, headers: admin });
  }
  return {
    url,
    admin,
    send,
    async person(name, ...roles) {
      const added = await send("/api/v1/people", { body: { name, isSuperadmin: false }, headers: admin });
      if (added.status !== 201) throw new Error(added.text);
      const secret = String(added.json.invitation.url).split("#")[1];
      for (const body of roles) await send(`/api/v1/people/${name}/roles`, { body, headers: admin });
      const entered = await send("/api/v1/welcome", { body: { secret, password: PASSWORD } });
      return cookieOf(entered);
    },
    async token(request, by = admin) {
      const made = await send("/api/v1/tokens", { body: request, headers: by });
      if (made.status !== 201) throw new Error(made.text);
      return { id: made.json.token.id, headers: { Authorization: `Bearer ${made.json.text}` } };
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** The headers of somebody's own page. */
export function cookieOf({ headers }: Sent): Headerlike {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return { Cookie: cookies.join("; "), ...OWN_PAGE };
}
