import * as v from "valibot";
import type { Configuration, RuntimeConfiguration, StoreConfiguration } from "./configuration.ts";
import { isGuessable } from "./guessable-token.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
const TEMPORAL_URL =
  /^temporal:\/\/((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5})\/([A-Za-z0-9][A-Za-z0-9._-]{0,254})$/;
const MONGODB_URL = /^mongodb(\+srv)?:\/\/\S+$/;

const name = (fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(NAME, "must be 1 to 63 letters, digits, _ or - and start with a letter or digit"),
    ),
    fallback,
  );

const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

const flag = v.optional(
  v.pipe(
    v.picklist(["true", "false"], 'must be "true" or "false"'),
    v.transform((text) => text === "true"),
  ),
  "false",
);

const store = v.pipe(
  v.string(),
  v.check(
    (text) => text === "memory:" || MONGODB_URL.test(text),
    'must be "memory:", "mongodb://…" or "mongodb+srv://…"',
  ),
  v.transform((url): StoreConfiguration =>
    url === "memory:" ? { kind: "memory" } : { kind: "mongodb", url },
  ),
);

const runtime = v.pipe(
  v.string(),
  v.check(
    (text) => text === "local:" || TEMPORAL_URL.test(text),
    'must be "local:" or "temporal://host:port/namespace"',
  ),
  v.transform((text): RuntimeConfiguration => {
    const [, address, namespace] = TEMPORAL_URL.exec(text) ?? [];
    return address && namespace ? { kind: "temporal", address, namespace } : { kind: "local" };
  }),
);

const token = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]*$/, "must be visible ASCII characters without spaces"),
  v.minLength(16, "must have at least 16 characters"),
  v.check(
    (text) => !isGuessable(text),
    "must not be guessable; take random characters, for example 32 hexadecimal ones",
  ),
);

const origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((origin) => origin.trim())),
  v.array(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'must be origins like "https://jobs.example.com", separated by commas'),
    ),
  ),
);

const variables = v.object({
  MOJOB_HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[^\s/[\]]+$/, "must be a host name or an IP address")),
    "127.0.0.1",
  ),
  MOJOB_PORT: v.optional(integer(0, 65_535), "7788"),
  MOJOB_STORE: v.optional(store, "memory:"),
  MOJOB_RUNTIME: v.optional(runtime, "local:"),
  MOJOB_TOKEN: v.optional(token),
  MOJOB_TENANT: name("default"),
  MOJOB_APP: name("default"),
  MOJOB_CORS_ORIGINS: v.optional(origins),
  MOJOB_MAX_CONCURRENT_RUNS: v.optional(integer(1, 100_000)),
  MOJOB_SHUTDOWN_GRACE_MS: v.optional(integer(0, 86_400_000), "30000"),
  MOJOB_RECURRING_DEBUG_MODE: flag,
  MOJOB_TRIGGERED_DEBUG_MODE: flag,
  MOJOB_QUICKSTART_DIR: v.optional(v.string()),
});

/** Every variable there is. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.entries);

/** What is wrong with one variable; never says the value of one that may be a secret. */
export interface VariableMistake {
  readonly variable: string;
  readonly message: string;
}

export type VariablesRead =
  | { readonly configuration: Configuration; readonly mistakes?: never }
  | { readonly configuration?: never; readonly mistakes: readonly VariableMistake[] };

/** Reads and checks each variable by itself. */
export function readVariables(env: Readonly<Record<string, string>>): VariablesRead {
  const parsed = v.safeParse(variables, env);
  if (!parsed.success) {
    const mistakes = parsed.issues.map((issue) => ({
      variable: v.getDotPath(issue)?.split(".")[0] ?? "",
      message: issue.message,
    }));
    return { mistakes };
  }
  const values = parsed.output;
  const configuration: Configuration = {
    host: values.MOJOB_HOST,
    port: values.MOJOB_PORT,
    store: values.MOJOB_STORE,
    runtime: values.MOJOB_RUNTIME,
    token: values.MOJOB_TOKEN ?? null,
    tenant: values.MOJOB_TENANT,
    app: values.MOJOB_APP,
    corsOrigins: values.MOJOB_CORS_ORIGINS ?? [],
    maxConcurrentRuns: values.MOJOB_MAX_CONCURRENT_RUNS ?? null,
    shutdownGraceMs: values.MOJOB_SHUTDOWN_GRACE_MS,
    recurringDebugMode: values.MOJOB_RECURRING_DEBUG_MODE,
    triggeredDebugMode: values.MOJOB_TRIGGERED_DEBUG_MODE,
    quickstartDir: values.MOJOB_QUICKSTART_DIR ?? null,
  };
  return { configuration };
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
}
