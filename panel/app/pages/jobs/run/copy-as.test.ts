import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { asCurl, asTemporal, asTypeScript, type CopyAsOptions } from "./copy-as.ts";
import { runBody } from "./run-form-values.ts";

const HOSTILE = "it's $(touch /x) `id` \"$HOME\" \\ ! \n 任务 '\\'' --";
const ARGS = `{\n  "to": ${JSON.stringify(HOSTILE)},\n  "id": 12345678901234567890\n}`;

function optionsOf(argsText: string | null): CopyAsOptions {
  return {
    jobKey: HOSTILE,
    tenant: "de'fault",
    url: "http://127.0.0.1:7788/api/v1/jobs/it's",
    isTokenNeeded: false,
    request: { argsText, priority: 2 },
  };
}

/** What a shell makes of a command: its words. */
function wordsOf(command: string): readonly string[] {
  const [program = "", ...rest] = command.split(" ");
  const script = `${program}() { printf '%s\\0' "$@"; }\n${[program, ...rest].join(" ")}`;
  return execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("what is copied", () => {
  it("as curl is for a shell the address and the body, exactly", () => {
    const words = wordsOf(asCurl(optionsOf(ARGS)));
    expect(words).toContain("http://127.0.0.1:7788/api/v1/jobs/it's");
    const body = words.at(-1) ?? "";
    expect(JSON.parse(body)).toMatchObject({ args: { to: HOSTILE }, priority: 2 });
    expect(body).toContain("12345678901234567890");
  });

  it("as curl names the token without having it", () => {
    expect(asCurl({ ...optionsOf(null), isTokenNeeded: true })).toContain(
      '"Authorization: Bearer $MOJOB_TOKEN"',
    );
  });

  it("as a temporal command is for a shell the queue and the input, exactly", () => {
    const words = wordsOf(asTemporal({ ...optionsOf(ARGS), tenant: "default" }));
    expect(words).toContain("mojob:default");
    const input = words.at(-1) ?? "";
    expect(JSON.parse(input)).toMatchObject({ jobKey: HOSTILE, args: { to: HOSTILE } });
    expect(input).toContain("12345678901234567890");
    expect(words).not.toContain("--workflow-id");
  });

  it("as a temporal command says another tenant in the run's id", () => {
    expect(asTemporal(optionsOf(ARGS))).toContain(`--workflow-id 'de'\\''fault|'"$(uuidgen)"`);
  });

  it("as TypeScript means the same run", async () => {
    const text = asTypeScript(optionsOf(`{"__proto__": {"a": 1}, "to": ${JSON.stringify(HOSTILE)}}`));
    const source = `let asked; const scheduler = { instances: { trigger: async (...all) => { asked = all; } } };\n${text}\nexport { asked };`;
    const { asked } = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
    )) as { asked: readonly [string, { readonly args: object }] };
    expect(asked[0]).toBe(HOSTILE);
    expect(JSON.stringify(asked[1].args)).toBe(`{"__proto__":{"a":1},"to":${JSON.stringify(HOSTILE)}}`);
  });
});

it("runBody() leaves out what is not asked for and changes no character of texts and numbers", () => {
  expect(runBody({ argsText: null })).toBe("{}");
  expect(runBody({ argsText: '{ "a b" : [1.0, 1e400,\n "\\" : , x"] }', delayMs: 5 })).toBe(
    '{"args":{"a b":[1.0,1e400,"\\" : , x"]},"delayMs":5}',
  );
});
