import { isName, tokenMistake } from "@mojob/core/engine";
import * as v from "valibot";
import type { XxlAppConfiguration } from "./configuration.ts";

const EXECUTORS_RULE =
  'must be a JSON object of tokens by app, like {"shop":["…"]}; each token as MOJOB_TOKEN, or {} without MOJOB_TOKEN';

/** Tokens of executors in other languages, by app. */
export const executors: v.GenericSchema<string, Readonly<Record<string, readonly string[]>>> = v.pipe(
  v.string(),
  v.transform(parseJson),
  v.check((value) => !Array.isArray(value), EXECUTORS_RULE),
  v.record(
    v.pipe(v.string(), v.check(isName, EXECUTORS_RULE)),
    v.array(
      v.pipe(
        v.string(EXECUTORS_RULE),
        v.check((text) => tokenMistake(text) === null, EXECUTORS_RULE),
      ),
      EXECUTORS_RULE,
    ),
    EXECUTORS_RULE,
  ),
);

// What is wrong with a part is not shown with its value, which may be a token.
const XXL_RULE =
  'must be a JSON object by app name, like {"shop-executor":{"token":"…","addresses":["10.1.0.0/16"],"executors":[],"glue":false}}';
const texts = v.array(v.string(XXL_RULE), XXL_RULE);

/** Executors of XXL-JOB, by app name. */
export const xxlApps: v.GenericSchema<string, Readonly<Record<string, XxlAppConfiguration>>> = v.pipe(
  v.string(),
  v.transform(parseJson),
  v.check((value) => !Array.isArray(value), XXL_RULE),
  v.record(
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
  ),
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
