import { isName, tokenMistake } from "@mojob/core/engine";
import * as v from "valibot";
import type { XxlAppConfiguration } from "./configuration.ts";

const EXECUTORS_RULE =
  'must be a JSON object of tokens by app, like {"shop":["…"]}, or by tenant and app, like {"acme":{"shop":["…"]}}; each token as MOJOB_TOKEN, or {} without MOJOB_TOKEN';

const name = v.pipe(v.string(), v.check(isName, EXECUTORS_RULE));
const tokensByApp = v.record(
  name,
  v.array(
    v.pipe(
      v.string(EXECUTORS_RULE),
      v.check((text) => tokenMistake(text) === null, EXECUTORS_RULE),
    ),
    EXECUTORS_RULE,
  ),
  EXECUTORS_RULE,
);

/** Lists of tokens, by app. */
export type TokensByApp = Readonly<Record<string, readonly string[]>>;

/** As it is written: the tokens of the one tenant, or of several. */
type WrittenTokens = TokensByApp | Readonly<Record<string, TokensByApp>>;

/** Tokens of executors in other languages. */
export const executors: v.GenericSchema<string, WrittenTokens> = v.pipe(
  v.string(),
  v.transform(parseJson),
  v.check((value) => !Array.isArray(value), EXECUTORS_RULE),
  v.union([tokensByApp, v.record(name, notList(tokensByApp), EXECUTORS_RULE)], EXECUTORS_RULE),
);

/** The value of each tenant, or the mistake in the variable. */
export type OfTenants<Value> =
  | { readonly tenants: Readonly<Record<string, Value>>; readonly mistake?: never }
  | { readonly tenants?: never; readonly mistake: string };

/** A token belongs to one tenant: tokens by app alone say which only where there is one. */
export function tokensOfTenants(written: WrittenTokens, tenants: readonly string[]): OfTenants<TokensByApp> {
  const [only = "", ...others] = tenants;
  const isByApp = isTokensByApp(written);
  if (isByApp && others.length > 0 && Object.keys(written).length > 0) {
    return {
      mistake: `must name the tenant of each token, like {"${only}":{"shop":["…"]}}, because this process serves several tenants`,
    };
  }
  const tokens: Readonly<Record<string, TokensByApp>> = isByApp ? { [only]: written } : written;
  const unknown = Object.keys(tokens).find((tenant) => !tenants.includes(tenant));
  if (unknown !== undefined) {
    return { mistake: `names the tenant "${unknown}", which this process does not serve` };
  }
  const all = Object.values(tokens).flatMap((byApp) => Object.values(byApp).flat());
  if (new Set(all).size < all.length) {
    return { mistake: "must give each app of each tenant tokens of its own: one token is there twice" };
  }
  return { tenants: tokens };
}

function isTokensByApp(written: WrittenTokens): written is TokensByApp {
  return Object.values(written).every((one) => Array.isArray(one));
}

/** Valibot takes an array for an object. */
function notList<Value>(schema: v.GenericSchema<unknown, Value>): v.GenericSchema<unknown, Value> {
  return v.pipe(
    v.unknown(),
    v.check((value) => !Array.isArray(value), EXECUTORS_RULE),
    schema,
  );
}

// A mistake in a part is not shown with its value, which may be a token.
const XXL_RULE =
  'must be a JSON object by app name, like {"shop-executor":{"token":"…","addresses":["10.1.0.0/16"],"executors":[],"glue":false}}, or by tenant and app name';
const texts = v.array(v.string(XXL_RULE), XXL_RULE);
const xxlByApp = v.record(
  v.string(),
  v.strictObject(
    {
      token: v.string(XXL_RULE),
      addresses: v.exactOptional(texts),
      executors: v.exactOptional(texts),
      glue: v.exactOptional(v.boolean(XXL_RULE)),
    },
    XXL_RULE,
  ),
  XXL_RULE,
);

/** Executors of XXL-JOB, by app name. */
export type XxlApps = Readonly<Record<string, XxlAppConfiguration>>;

/** As they are written: those of the one tenant, or of several. */
type WrittenXxl = XxlApps | Readonly<Record<string, XxlApps>>;

/** Executors of XXL-JOB, by app name, or by tenant and app name. */
export const xxlApps: v.GenericSchema<string, WrittenXxl> = v.pipe(
  v.string(),
  v.transform(parseJson),
  v.check((value) => !Array.isArray(value), XXL_RULE),
  v.union([xxlByApp, v.record(v.string(), notList(xxlByApp), XXL_RULE)], XXL_RULE),
);

/** A token belongs to one tenant, as those of other executors do. */
export function xxlOfTenants(written: WrittenXxl, tenants: readonly string[]): OfTenants<XxlApps> {
  const [only = "", ...others] = tenants;
  const isByApp = isXxlByApp(written);
  if (isByApp && others.length > 0 && Object.keys(written).length > 0) {
    return {
      mistake: `must name the tenant of each app, like {"${only}":{"shop-executor":{"token":"…"}}}, because this process serves several tenants`,
    };
  }
  const found: Readonly<Record<string, XxlApps>> = isByApp ? { [only]: written } : written;
  const unknown = Object.keys(found).find((tenant) => !tenants.includes(tenant));
  if (unknown !== undefined) {
    return { mistake: `names the tenant "${unknown}", which this process does not serve` };
  }
  const tokens = Object.values(found).flatMap((apps) => [
    ...new Set(Object.values(apps).map(({ token }) => token)),
  ]);
  if (new Set(tokens).size < tokens.length) {
    return { mistake: "must give each tenant tokens of its own: one token is there for two tenants" };
  }
  return { tenants: found };
}

function isXxlByApp(written: WrittenXxl): written is XxlApps {
  return Object.values(written).every((one) => typeof one["token"] === "string");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
