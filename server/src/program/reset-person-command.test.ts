import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IdentityAct, NoteAct } from "@mojob/identity";
import { openSqlite } from "@mojob/sqlite";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { expect, onTestFinished, test } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { type OpenedIdentity, openIdentity } from "../deployment/open-identity.ts";

const COMMAND = fileURLToPath(new URL("./reset-person-command.ts", import.meta.url));
const FROM = { address: "127.0.0.1", agent: null, requestId: "test" };

/** Somebody in a file of their own, who is then looked at as the scheduler would. */
async function withPeople<Result>(
  path: string,
  work: (opened: OpenedIdentity) => Promise<Result>,
): Promise<Result> {
  const { state, close } = await openSqlite(path);
  try {
    return await work(await openIdentity(parseConfiguration({}), { state }));
  } finally {
    await close();
  }
}

test("somebody who is locked out chooses a password by a link from the machine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mojob-reset-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "jobs.db");
  await withPeople(path, async ({ identity: { people } }) => {
    await people.add({ name: "root", isSuperadmin: true }, null);
    await people.add({ name: "li" }, null);
    await people.edit("li", { isDisabled: true }, null, {
      principal: { kind: "code", name: null, permissions: [] },
      tenant: "default",
      from: FROM,
    });
  });
  const run = async (
    ...args: readonly string[]
  ): Promise<{ readonly code: number | null; readonly output: string }> => {
    await using program = spawnProgram(NODE, COMMAND, { args });
    const { code } = await program.exit;
    return { code, output: program.output() };
  };
  expect(await run(`sqlite:${path}`, "nobody")).toMatchObject({ code: 1 });
  expect(await run()).toMatchObject({
    code: 2,
    output: expect.stringContaining("Usage: mojob-reset-person") as string,
  });
  const { code, output } = await run(
    `sqlite:${path}`,
    "li",
    "--superadmin",
    "--url",
    "https://jobs.example.com",
  );
  expect(code).toBe(0);
  const [, secret = ""] = /https:\/\/jobs\.example\.com\/welcome#(\w+)/.exec(output) ?? [];
  await withPeople(path, async ({ identity: { signIn, people } }) => {
    await signIn.redeem(secret, { password: "correct horse battery staple" }, FROM);
    await signIn.withPassword({ name: "li", password: "correct horse battery staple" }, FROM);
    expect(await people.get("li")).toMatchObject({ isDisabled: false, isSuperadmin: true });
  });
  const noted: IdentityAct[] = [];
  const { state, close } = await openSqlite(path);
  const note: NoteAct = async (act) => void noted.push(act);
  for (let starts = 0; starts < 2; starts += 1) await openIdentity(parseConfiguration({}), { state, note });
  await close();
  expect(noted).toMatchObject([{ kind: "break_glass", subject: { type: "user", id: "li" } }]);
});
