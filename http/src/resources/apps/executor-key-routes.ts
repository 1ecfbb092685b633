import { MoJobErrorCode } from "@mojob/core";
import type { ExecutorKey } from "@mojob/core/engine";
import * as v from "valibot";
import { isoOrNull } from "../../schema/iso.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instantOut, text } from "../../schema/fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";

type ExecutorKeyJson = Wire<Omit<ExecutorKey, "app">>;

const KEY_FIELDS = {
  id: v.string(),
  keyid: v.pipe(v.string(), v.description("What signatures name the key with")),
  executor: v.pipe(
    v.nullable(v.string()),
    v.description("The name of the one executor that may sign with it; `null` is every one of the app"),
  ),
  publicKey: v.pipe(v.string(), v.description("Ed25519, the base64 of its SubjectPublicKeyInfo")),
  at: instantOut,
  by: v.nullable(v.string()),
};

const executorKeySchema: Parser<ExecutorKeyJson> = wireObject(KEY_FIELDS);

const listedKeySchema: Parser<ExecutorKeyJson & { readonly usedAt: string | null }> = wireObject({
  ...KEY_FIELDS,
  usedAt: v.pipe(
    v.nullable(instantOut),
    v.description("When a call was last signed with it, up to a minute early; `null` where none was"),
  ),
});

function keyJson({ id, keyid, executor, publicKey, at, by }: ExecutorKey): ExecutorKeyJson {
  return toWire({ id, keyid, executor, publicKey, at, by });
}

/** The public keys with which executors sign their calls. */
export function createExecutorKeyRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/apps/:app/executor-keys`,
      uses: ["executorKeys"],
      operationId: "listExecutorKeys",
      tag: RouteTag.Workers,
      summary: "List the keys with which an app's executors sign",
      description: "Public keys, by executor and the oldest first.",
      path: strictObject({ app: text(63, 1) }),
      responses: {
        200: { description: "The keys", schema: v.object({ items: v.array(listedKeySchema) }) },
      },
      handle: async ({ path: { app }, scheduler }) =>
        jsonResponse({
          items: (await scheduler.executorKeys(app)).map((key) => ({
            ...keyJson(key),
            usedAt: isoOrNull(key.usedAt),
          })),
        }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/apps/:app/executor-keys`,
      uses: ["addExecutorKey"],
      operationId: "addExecutorKey",
      tag: RouteTag.Workers,
      summary: "Register a key with which executors sign",
      description:
        "The public key of one executor, or of every one of the app. Each has at most two: register the new key, change the executor, then remove the old one.",
      path: strictObject({ app: text(63, 1) }),
      body: strictObject(
        {
          publicKey: v.pipe(
            text(2000, 1),
            v.description("An Ed25519 public key in PEM, as `openssl pkey -pubout` prints it"),
          ),
          executor: v.optional(
            v.pipe(text(63, 1), v.description("The name of the one executor that may sign with it")),
          ),
        },
        "must be an object with publicKey and executor",
      ),
      bodyExample: {
        publicKey: "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=",
        executor: "resizer",
      },
      responses: { 201: { description: "The key", schema: executorKeySchema } },
      problems: [MoJobErrorCode.StaleRevision],
      handle: async ({ path: { app }, body, scheduler }) =>
        jsonResponse(keyJson(await scheduler.addExecutorKey(app, stated(body))), 201),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/apps/:app/executor-keys/:id`,
      uses: ["removeExecutorKey"],
      operationId: "removeExecutorKey",
      tag: RouteTag.Workers,
      summary: "Remove a key with which executors sign",
      description: "The next call that is signed with it is refused; runs under way go on to their end.",
      path: strictObject({ app: text(63, 1), id: text(24, 1) }),
      responses: { 204: { description: "It is removed" } },
      problems: [MoJobErrorCode.StaleRevision],
      async handle({ path: { app, id }, scheduler }) {
        await scheduler.removeExecutorKey(app, id);
        return new Response(null, { status: 204 });
      },
    }),
  ];
}
